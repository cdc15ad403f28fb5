import type { RecordStore } from "@ruaflow/record-store";
import type { MailGroup, SourceMail } from "@ruaflow/record-store/mail";
import type { Filter } from "@ruaflow/record-store/questions";
import type { SourceClass } from "@ruaflow/senders/rules";
import { together } from "../facts/source-facts.ts";

/** Sources of a domain and period that are looked at, some seconds of work: mail of further ones does not count as forged. */
const SOURCES_MAX = 20_000;

/** What forged mail is found in. */
export interface ForgeryStores {
  readonly records: Pick<RecordStore, "streamSourceMail" | "readSourceMail">;
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
  { records }: ForgeryStores,
  organizationId: string,
  { filter, contextStart, refusedOnly }: ForgeriesQuestion,
): Promise<ReadonlyMap<string, number>> {
  const counts = refusedOnly ? isRefusedForgery : isForgery;
  const spoofed = { ...filter, records: { class: "spoofed", dmarcPass: false } } as const;
  const passing = { ...filter, startDate: contextStart, records: { dmarcPass: true } };
  const forged = new Map<string, number>();
  let sources = 0;
  const parts = together(records.streamSourceMail(organizationId, { filter: spoofed }), async (some) => {
    const found = new Map(some.map((one) => [one.sourceIp, countForged(one, counts)]));
    const suspects = [...found].flatMap(([address, messages]) => (messages > 0 ? [address] : []));
    const passed = await records.readSourceMail(organizationId, { filter: passing, addresses: suspects });
    for (const { sourceIp } of passed) found.set(sourceIp, 0);
    return [...found];
  });
  for await (const [address, messages] of parts) {
    if (messages > 0) forged.set(address, messages);
    sources += 1;
    if (sources >= SOURCES_MAX) break;
  }
  return forged;
}

function countForged({ groups }: SourceMail, counts: typeof isRefusedForgery): number {
  return groups.reduce((sum, group) => sum + (counts(group, "spoofed") ? group.messages : 0), 0);
}
