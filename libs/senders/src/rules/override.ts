import type { Service } from "../services/service.ts";
import { isPass, isWithin } from "./identities.ts";
import { toName } from "./names.ts";
import type { Override, SourceMail } from "./source-mail.ts";

/** What the organization said of a source: of its address before its service, of its service before a domain. */
export function findOverride(
  mail: SourceMail,
  service: Service | null,
  overrides: readonly Override[],
): Override | null {
  if (overrides.length === 0) return null;
  const domains = listDomains(mail);
  return (
    overrides.find(({ kind, value }) => kind === "source" && value === mail.sourceIp) ??
    overrides.find(({ kind, value }) => kind === "service" && value === service?.name) ??
    overrides.find(
      ({ kind, value }) => kind === "domain" && domains.some((domain) => isWithin(domain, toName(value) ?? value)),
    ) ??
    null
  );
}

/** Domains that are proven of the source: its name, and what passed there. */
function listDomains({ hostname, groups }: SourceMail): string[] {
  const results = groups.flatMap(({ dkim, spf }) => [...dkim, ...spf]);
  const passed = results.filter(isPass);
  return [hostname ?? "", ...passed.map(({ domain }) => domain)].flatMap((domain) => toName(domain) ?? []);
}
