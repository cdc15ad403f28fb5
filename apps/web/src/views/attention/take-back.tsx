import { useWrite } from "../../data/use-write.ts";
import { toDomainText } from "../../format/idn.ts";
import { Failed } from "../../parts/states.tsx";
import type { AttentionItem } from "./reasons.ts";

/** Lists the reasons of a domain again; nothing but the note is lost, which is shown beside it. */
export function TakeBack({ item: { domain_id: id, domain, reasons } }: { readonly item: AttentionItem }) {
  const names = reasons.map(({ reason }) => reason);
  const write = useWrite((client, _input: undefined) => client.attention.unacknowledge(id, { reason: names }));
  return (
    <>
      {write.error && <Failed what={`take the acknowledgement of ${toDomainText(domain)} back`} error={write.error} />}
      <p>
        <button type="button" disabled={write.isBusy} onClick={() => write.run(undefined)}>
          Take back<span class="unseen"> the acknowledgement of {toDomainText(domain)}</span>
        </button>
      </p>
    </>
  );
}
