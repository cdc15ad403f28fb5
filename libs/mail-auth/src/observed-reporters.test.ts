import { toOrganizationalDomain } from "@ruaflow/dmarc/organizational-domain";
import { expect, test } from "vitest";
import { judgeReport } from "./judge-report.ts";
import { listDomainsOfName } from "./names/known-reporters.ts";
import { isSharedDomain } from "./names/mailbox-domains.ts";
import observedReporters from "./testing/observed-reporters.json" with { type: "json" };

/** The domain of an address or a URL. */
function findDomain(text: string | null): string | null {
  return toOrganizationalDomain(/(?:@|\/\/)([\w.-]+)/.exec(text ?? "")?.[1] ?? "");
}

const cleanAddress = (email: string) => email.replace(/[<>]/g, "").toLowerCase();

function judge({ name, email, contact }: (typeof observedReporters)[number], fromAddress: string): string {
  const fromDomain = fromAddress.slice(fromAddress.indexOf("@") + 1);
  const mail = { provenBy: "dmarc", reason: null, fromDomain, fromAddress, subject: "" } as const;
  return judgeReport(mail, { reporter: name, email, extraContactInfo: contact, fileName: "r.xml" }).trust;
}

test("no reporter of 2,755 real reports loses its trust: mail from the address that it states is its own", () => {
  expect(observedReporters).toHaveLength(150);
  expect(observedReporters.filter((one) => judge(one, cleanAddress(one.email)) !== "dmarc")).toEqual([]);
});

test("nor does it when its mail comes from the domain of its name or its contact", () => {
  const lost = observedReporters.flatMap((one) => {
    const domains = [toOrganizationalDomain(one.name), findDomain(one.contact)].filter((domain) => domain !== null);
    // A provider of mailboxes speaks from certain addresses only.
    const others = domains.filter((domain) => !isSharedDomain(domain));
    return others
      .filter((domain) => judge(one, `dmarc@${domain}`) !== "dmarc")
      .map((domain) => `${one.name} ${domain}`);
  });
  expect(lost).toEqual([]);
});

test("none of their names can be used by another domain", () => {
  const evil = { email: "dmarc@evil.example", contact: null };
  const taken = observedReporters.filter((one) => judge({ ...one, ...evil }, "dmarc@evil.example") !== "none");
  expect(taken).toEqual([]);
  expect(observedReporters.filter(({ name }) => listDomainsOfName(name).length === 0)).toEqual([]);
});
