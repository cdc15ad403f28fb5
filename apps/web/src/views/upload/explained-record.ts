import { toDomainText } from "../../format/idn.ts";

/** A record of an explained report, as its table shows it. */
export interface ExplainedRecord {
  readonly ordinal: string;
  readonly source: string;
  readonly count: number;
  readonly hasPassed: boolean;
  readonly headerFrom: string;
  /** pass or fail: whether DKIM counts for the domain of the From address. */
  readonly dkim: string;
  /** "example.net pass" */
  readonly dkimFound: string;
  readonly spf: string;
  readonly spfFound: string;
  readonly disposition: string;
}

/** Reads a record whose fields the API does not describe: what is missing becomes empty. */
export function readRecord(record: Readonly<Record<string, unknown>>): ExplainedRecord {
  return {
    ordinal: toText(record.ordinal),
    source: toText(record.source_ip),
    count: typeof record.count === "number" ? record.count : 0,
    hasPassed: record.dmarc_pass === true,
    headerFrom: toText(record.header_from),
    dkim: toText(record.dkim_alignment),
    dkimFound: toResults(record.dkim_domains, record.dkim_results),
    spf: toText(record.spf_alignment),
    spfFound: toResults(record.spf_domains, record.spf_results),
    disposition: toText(record.disposition),
  };
}

function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function toResults(domains: unknown, results: unknown): string {
  if (!Array.isArray(domains)) return "";
  const found = domains.map((domain, index) =>
    `${toDomainText(toText(domain))} ${Array.isArray(results) ? toText(results[index]) : ""}`.trim(),
  );
  return found.join(", ");
}
