import { useMe } from "../data/use-me.ts";

interface CsvLinkProps {
  /** The API's path. */
  readonly path: string;
  readonly parameters: object;
  /** What the file has: "sources". */
  readonly what: string;
}

/** Downloads all rows of a table, not only those of its page. Left out if the plan has no CSV. */
export function CsvLink({ path, parameters, what }: CsvLinkProps) {
  const me = useMe();
  if (!me.data?.data.features.csv) return null;
  const query = new URLSearchParams({ format: "csv" });
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of [value].flat()) if (each !== undefined) query.append(name, String(each));
  }
  return (
    <a class="button" href={`${path}?${query}`} download="">
      CSV<span class="unseen"> of {what}</span>
    </a>
  );
}
