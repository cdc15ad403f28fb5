/** Terms of the field that a view explains where it uses them; at most two sentences each. */
export const TERMS = {
  alignment:
    "SPF or DKIM passed for the same domain as the one in the From header, or for its parent domain if the policy allows that. DMARC passes if either is aligned.",
  spf: "Sender Policy Framework: a DNS record lists the servers that may send mail for a domain. It is checked for the envelope sender, which recipients do not see.",
  dkim: "DomainKeys Identified Mail: the sender signs a message, and its public key is in DNS. The signature survives most forwarding.",
  selector:
    "The name of a DKIM key. The public key is published at SELECTOR._domainkey.DOMAIN, so a domain can have several keys.",
  disposition:
    "What the receiver did with the messages: none delivered them, quarantine put them into the junk folder, reject refused them.",
  policy: "What the domain's DMARC record asks receivers to do with messages that fail: none, quarantine or reject.",
} as const satisfies Readonly<Record<string, string>>;

export type Term = keyof typeof TERMS;
