import { useState } from "preact/hooks";
import { useService } from "../../data/service.tsx";
import { useFilter } from "../../filter/filter.ts";
import { countOf } from "../../format/numbers.ts";
import { Failed } from "../../parts/states.tsx";
import { paths } from "../../paths.ts";
import type { ClientGroup } from "./client-groups.ts";
import type { AttentionItem, AttentionQuery } from "./reasons.ts";

const PER_PAGE = 100;

interface ClientHeadingProps {
  readonly group: ClientGroup;
  /** What the list is limited to. */
  readonly query: AttentionQuery;
  /** Absent: the key may not acknowledge. */
  readonly select: ((items: readonly AttentionItem[]) => void) | undefined;
}

/** A client above its domains, with a box that selects all of them, also those on other pages. A single domain has a box of its own. */
export function ClientHeading({ group: { client, domains, items }, query, select }: ClientHeadingProps) {
  const { linkTo } = useFilter();
  const isWhole = items.length === domains;
  const all = useClientItems(client, query);
  const selectAll = async () => {
    const found = isWhole || client === null ? items : await all.read();
    if (found !== null) select?.(found);
  };
  return (
    <header class="client-heading">
      <h3>
        {client === null ? (
          "Without a client"
        ) : (
          <a href={linkTo(paths.attention, { by: "client", client, domain: undefined })}>{client}</a>
        )}{" "}
        <span class="muted">{countOf(domains, "domain")}</span>
      </h3>
      {select && domains > 1 && (
        <button type="button" disabled={all.isBusy} onClick={selectAll}>
          {isWhole || client !== null ? `Select all ${domains}` : `Select the ${items.length} on this page`}
          <span class="unseen"> {client === null ? "without a client" : `of ${client}`}</span>
        </button>
      )}
      {all.error !== null && <Failed what="read the client's domains" error={all.error} />}
    </header>
  );
}

/** Reads the listed domains of a client on all pages, once it is wanted. */
function useClientItems(client: string | null, query: AttentionQuery) {
  const { client: api, report } = useService();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const read = async (): Promise<AttentionItem[] | null> => {
    setBusy(true);
    setError(null);
    try {
      const wanted = { ...query, client_reference: client ?? "", per_page: PER_PAGE };
      const found: AttentionItem[] = [];
      for await (const item of api.attention.listAll(wanted)) found.push(item);
      return found;
    } catch (thrown) {
      report(thrown);
      setError(thrown);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, read };
}
