import type { Client } from "@ruaflow/client";
import { useService } from "../data/service.tsx";
import { useMe } from "../data/use-me.ts";

interface CsvLinkProps {
  /** The API's path, from `toCsvPath` of the client. */
  toPath(client: Client): string;
  /** What the file has: "sources". */
  readonly what: string;
}

/** Downloads all rows of a table, not only those of its page. Left out if the plan has no CSV. */
export function CsvLink({ toPath, what }: CsvLinkProps) {
  const me = useMe();
  const { client } = useService();
  // Its place is kept: the text beside it would break in other lines.
  if (me.data === undefined) return <span class="button pending-button">CSV</span>;
  if (!me.data.data.features.csv) return null;
  return (
    <a class="button" href={toPath(client)} download="">
      CSV<span class="unseen"> of {what}</span>
    </a>
  );
}
