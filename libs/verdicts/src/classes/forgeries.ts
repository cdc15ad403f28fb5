import type { RecordStore } from "@ruaflow/record-store";
import type { MailGroup } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import type { SourceClass } from "@ruaflow/senders/rules";
import { streamSourceFacts, together } from "../facts/source-facts.ts";
import type { VerdictStores } from "../verdict-stores.ts";
import { type ClassifiedMail, createClassifier } from "./classify-mail.ts";

/** Sources of a domain and period that are looked at, some seconds of work: mail of further ones does not count as forged. */
const SOURCES_MAX = 20_000;

/** What forged mail is found in. */
export interface ForgeryStores extends VerdictStores {
  readonly records: VerdictStores["records"] & Pick<RecordStore, "readSourceMail">;
}

interface ForgeriesQuestion {
  readonly filter: Filter;
  readonly contextStart: string;
  /** Only those that receivers rejected or put into the junk folder. */
  readonly refusedOnly: boolean;
}

const refusals: ReadonlySet<string> = new Set(["reject", "quarantine"]);

/** True for forged mail: it fails DMARC, and is of the class `spoofed`. */
export function isForgery({ dmarcPass }: Pick<MailGroup, "dmarcPass">, name: SourceClass | undefined): boolean {
  return !dmarcPass && name === "spoofed";
}

/** True for forged mail that receivers refused, which is a policy at work and no fault. */
export function isRefusedForgery(
  group: Pick<MailGroup, "dmarcPass" | "disposition">,
  name: SourceClass | undefined,
): boolean {
  return refusals.has(group.disposition.trim().toLowerCase()) && isForgery(group, name);
}

/**
 * Messages about a domain in a period that were forged, by source address; addresses without any are left out. An address
 * that sent mail which passes since `contextStart` forges nothing: its mail fails because something broke.
 */
export async function readForgeries(
  context: ForgeryStores,
  organizationId: string,
  { filter, contextStart, refusedOnly }: ForgeriesQuestion,
): Promise<ReadonlyMap<string, number>> {
  // What passes in a longer period tells more of the domain's own senders.
  const longer = { ...filter, startDate: contextStart };
  const classify = createClassifier(context, organizationId, longer);
  const mail = context.records.streamSourceMail(organizationId, { filter });
  const forged = new Map<string, number>();
  let sources = 0;
  const parts = together(streamSourceFacts(context, mail), async (some) => {
    const counts = new Map(
      (await classify(some)).map((one) => [
        one.item.sourceIp,
        countForged(one, refusedOnly ? isRefusedForgery : isForgery),
      ]),
    );
    const suspects = [...counts].flatMap(([address, messages]) => (messages > 0 ? [address] : []));
    const before = await context.records.readSourceMail(organizationId, { filter: longer, addresses: suspects });
    for (const { sourceIp, groups, rest } of before)
      if (rest.passed > 0 || groups.some(({ dmarcPass }) => dmarcPass)) counts.delete(sourceIp);
    return [...counts];
  });
  for await (const [address, messages] of parts) {
    if (messages > 0) forged.set(address, messages);
    sources += 1;
    if (sources >= SOURCES_MAX) break;
  }
  return forged;
}

function countForged({ judged }: ClassifiedMail, counts: typeof isRefusedForgery): number {
  const forged = judged.flatMap(({ groups, verdict }) =>
    groups.filter((group, place) => counts(group, verdict.groupClasses[place])),
  );
  return forged.reduce((sum, { messages }) => sum + messages, 0);
}
