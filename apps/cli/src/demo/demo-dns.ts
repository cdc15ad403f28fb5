import type { Dns } from "@ruaflow/dns";
import { listRequiredRecords } from "@ruaflow/dns/claims";
import { listAllRecords, lookUpWatchedRecords, summarizeCheck } from "@ruaflow/dns/watched-records";
import type { MetadataStore } from "@ruaflow/metadata-store";
import type { Domain } from "@ruaflow/metadata-store/domains";
import { DNS_VALUE_CHARS_MAX } from "@ruaflow/metadata-store/watch";
import { forEachAtOnce } from "@ruaflow/runtime/work";
import type { Story } from "./story.ts";

/** What the owner of a demo domain has published. */
export type DemoZone = "right" | "own-mailbox" | "removed" | "misspelt" | "twice" | "not-yet";

/** A domain of the demo, and what DNS would answer about it. */
export interface DemoRecords {
  readonly domainId: string;
  readonly policy: Story["policy"];
  readonly zone: DemoZone;
}

interface DemoDnsOptions {
  readonly organizationId: string;
  readonly reportDomain: string;
}

const CHECKS_AT_ONCE = 4;

/** The DMARC records of each kind of zone. */
const dmarcOf: Readonly<Record<DemoZone, (policy: string, name: string, rua: string) => readonly string[]>> = {
  right: (policy, _, rua) => [`v=DMARC1; p=${policy}; rua=${rua}`],
  "own-mailbox": (policy, name) => [`v=DMARC1; p=${policy}; rua=mailto:dmarc@${name}`],
  removed: () => [],
  misspelt: (policy, _, rua) => [`v=DMARC1: p=${policy}; rua=${rua}`],
  twice: (policy, _, rua) => [`v=DMARC1; p=${policy}; rua=${rua}`, "v=DMARC1; p=none"],
  "not-yet": () => ["v=DMARC1; p=none"],
};

/**
 * Saves what a check of the demo's domains would find. DNS has no names below .example, and no check asks for them, so that this stays
 * as it is.
 */
export async function saveDemoDns(
  { domains, watch }: Pick<MetadataStore, "domains" | "watch">,
  all: readonly DemoRecords[],
  { organizationId, reportDomain }: DemoDnsOptions,
): Promise<void> {
  await forEachAtOnce(all, CHECKS_AT_ONCE, async (records) => {
    const domain = await domains.readDomain(organizationId, records.domainId);
    if (domain === null) return;
    const claim = { ...domain, domain: domain.name, reportDomain };
    const checkedAt = new Date();
    const seen = await lookUpWatchedRecords(createZone(domain, records, reportDomain), claim);
    const { changesSince, ...found } = summarizeCheck(claim, seen, DNS_VALUE_CHARS_MAX);
    await watch.saveDnsCheck(organizationId, {
      ...found,
      domainId: domain.id,
      checkedAt,
      compare: (known) => changesSince(known).map((change) => ({ ...change, checkedAt, event: null })),
    });
  });
}

/** DNS that has the records of one domain and the authorization of the service. */
function createZone(domain: Domain, { policy, zone }: DemoRecords, reportDomain: string): Dns {
  const claim = { ...domain, domain: domain.name, reportDomain };
  const names = listAllRecords(claim);
  const { dmarc, mtaSts, verification } = listRequiredRecords(claim);
  const rua = dmarc.value.slice(dmarc.value.indexOf("mailto:"));
  const texts = new Map<string, readonly string[]>([[names.dmarc, dmarcOf[zone](policy, domain.name, rua)]]);
  if (domain.status === "verified") texts.set(names.verification, [verification.value]);
  if (policy === "reject") texts.set(names.mta_sts, [mtaSts.value]);
  if (names.report_authorization !== null) texts.set(names.report_authorization, ["v=DMARC1;"]);
  return { lookUpTxt: async (name) => ({ kind: "answered", texts: texts.get(name) ?? [] }) };
}
