import { countOf, formatRate } from "../../format/numbers.ts";

interface Sums {
  readonly emails: number;
  readonly failed: number;
  readonly pass_rate: number;
  readonly sources: number;
  readonly domains: number;
  readonly sender_kind?: string;
}

const KINDS: Readonly<Record<string, string>> = {
  service: "A known service.",
  owner: "Named by the owner of its network.",
  hostname: "Named by the domain of its verified reverse name.",
};

/** What a sender is, and what it sent. @param period of "in …" */
export function describeSender(sums: Sums | undefined, period: string): string {
  if (sums === undefined) return `No mail from this sender was reported in ${period}.`;
  const { emails, failed, pass_rate: rate, sources, domains, sender_kind: kind = "none" } = sums;
  const sent = `It sent ${countOf(emails, "message")} from ${countOf(sources, "address", "addresses")} for ${countOf(domains, "domain")} in ${period}`;
  const passed = failed === 0 ? "all passed DMARC" : `${formatRate(Math.min(rate, 99.9))} passed DMARC`;
  return [KINDS[kind], `${sent}; ${passed}.`].filter(Boolean).join(" ");
}
