import { toDomainName } from "../../domain-name.ts";

/** How much of a report is searched for its domain. */
export const STATED_DOMAIN_BYTES_MAX = 64 * 1024;

const reportedDomain = /^Reported-Domain[ \t]*:[ \t]*(\S{1,255})[ \t]*\r?$/im;

const statements = {
  // RFC 8460 section 4.4: policies[].policy.policy-domain; a report is about one domain.
  "tls-report": /"policy-domain"\s*:\s*"([^"\\]{1,255})"/,
  // RFC 5965 section 3.2 (RFC 9991 section 4 for DMARC): a field of its own.
  // Or in words, as Exim writes it.
  "failure-report": /^(?:Reported-Domain[ \t]*|[ \t]*Sender Domain):[ \t]*(\S{1,255})[ \t]*\r?$/im,
  complaint: reportedDomain,
} as const;

/**
 * The domain that a report of another kind says it is about, as a lower-case A-label; `null` when its beginning does not
 * say so in a valid way.
 *
 * @param head at most {@link STATED_DOMAIN_BYTES_MAX} bytes
 */
export function readStatedDomain(kind: keyof typeof statements, head: Buffer): string | null {
  const stated = statements[kind].exec(head.subarray(0, STATED_DOMAIN_BYTES_MAX).toString("utf8"))?.[1];
  return stated === undefined ? null : toDomainName(stated);
}
