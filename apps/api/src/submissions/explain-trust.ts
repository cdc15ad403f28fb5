import type { ReportProof } from "@ruaflow/metadata-store/intake";

const reasons: ReadonlyMap<string, string> = new Map([
  ["no-from", "The mail does not have exactly one From domain, so nothing can prove who sent it."],
  ["no-signature", "The mail has no signature, and SPF does not pass."],
  [
    "bad-signature",
    "A signature of the From domain does not verify, or does not cover the From field and the whole body.",
  ],
  ["unaligned", "A signature or SPF is valid, but for another domain than that of the From address."],
  ["too-costly", "Authenticating the mail would have cost more than a mail may."],
  ["dns-failure", "DNS has not answered for a day, so nothing could be proven."],
  [
    "new-reporter",
    "The domain is proven, but it is new, and the organization counts only reporters that are known or long-standing.",
  ],
]);

/** Says in one sentence why a report is believed, or is not. */
export function explainTrust({ trust, reason, reporterDomain }: ReportProof): string {
  if (trust === "dmarc")
    return `DMARC passes for ${reporterDomain}, which may speak for the reporter that the report names.`;
  if (trust === "dkim" || trust === "spf") {
    const check = trust === "dkim" ? "a DKIM signature" : "SPF";
    return `${reporterDomain} has no DMARC record, ${check} of it passes, and it may speak for the reporter that the report names.`;
  }
  if (reason === "reporter-mismatch") {
    return `${reporterDomain} is proven, and may not speak for the reporter that the report names: a name or an address in it is another's, looks like a known reporter's or hides what it says, or none of them is its own, or every user has a mailbox there.`;
  }
  return reasons.get(reason ?? "") ?? "The sender of the mail is not proven.";
}
