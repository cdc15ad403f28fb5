import { toAddressText } from "../stored-values.ts";

/** A domain and a source of mail about it. */
export interface VerdictKey {
  readonly domainId: string;
  /** IPv4 dotted, or IPv6. */
  readonly sourceIp: string;
}

/** What a source is to a domain, as it was judged last. */
export interface StoredVerdict extends VerdictKey {
  readonly service: { readonly name: string; readonly category: string } | null;
  /** Its name: empty for none. */
  readonly sender: string;
  readonly senderKind: string;
  readonly class: string;
  readonly cause: string;
  /** The rule that decided. */
  readonly rule: string;
  readonly rulesVersion: string;
  /** JSON of what only shows: the store does not read it. */
  readonly details: string;
}

/** A row of the table, besides its organization and times. */
export interface VerdictRow extends Omit<StoredVerdict, "sourceIp" | "service"> {
  /** As the engine returns it: IPv4 mapped. */
  readonly address: string;
  readonly service: string;
  readonly category: string;
}

/** SQL: the columns of a {@link VerdictRow}. */
export const verdictColumns = `domain_id AS domainId, source_ip AS address, service, service_category AS category, sender,
    sender_kind AS senderKind, class, cause, rule,
    rules_version AS rulesVersion, details`;

export function toVerdict({ address, service, category, ...row }: VerdictRow): StoredVerdict {
  const named = service === "" ? null : { name: service, category };
  return { ...row, sourceIp: toAddressText(address), service: named };
}

/** Names a domain and source among others. */
export function toVerdictId({ domainId, sourceIp }: VerdictKey): string {
  return `${domainId} ${sourceIp}`;
}

/** What is stored of a verdict besides its key: of two verdicts on a source with the same values one need not be saved. */
export function toVerdictValues({ service, cause, rule, rulesVersion, details, ...verdict }: StoredVerdict): string[] {
  const names = [service?.name ?? "", service?.category ?? "", verdict.sender, verdict.senderKind];
  return [...names, verdict.class, cause, rule, rulesVersion, details];
}
