import { expect, test } from "vitest";
import { addClasses } from "./add-class.ts";
import type { Finding } from "./finding.ts";

const now = new Date("2026-10-20T12:00:00Z");
const NAME = "example.com";

const misconfigured = { class: "misconfigured", cause: "dkim_signed_by_service" };
const spoofed = { class: "spoofed", cause: "spoofed_no_identity" };
const verdicts = [
  { domainId: "dom_a", sourceIp: "203.0.113.9", ...spoofed },
  { domainId: "dom_a", sourceIp: "198.51.100.1", ...misconfigured },
];
const senders = [
  { name: "203.0.113.9", ...spoofed, failed: 900, refused: 0, addresses: ["203.0.113.9"] },
  { name: "SendGrid", ...misconfigured, failed: 60, refused: 0, addresses: ["198.51.100.1"] },
];

/** Stores of these verdicts, and the questions about them. */
function createStores() {
  const asked: string[] = [];
  const records = {
    async readClassSums(_: string, { startDate, endDate, counted, domainIds }: Record<string, string>) {
      asked.push(`${startDate} ${endDate} ${counted} ${domainIds}`);
      return { classes: new Map(), senders };
    },
    async readVerdicts(_: string, keys: readonly { readonly domainId: string; readonly sourceIp: string }[]) {
      asked.push(keys.map(({ domainId, sourceIp }) => `${domainId} ${sourceIp}`).join(", "));
      return verdicts.filter((one) => keys.some(({ sourceIp }) => sourceIp === one.sourceIp));
    },
  };
  return { asked, stores: { records } as unknown as Parameters<typeof addClasses>[0] };
}

const finding = (rule: Finding["rule"], changes: Partial<Finding> = {}): Finding => ({
  ...{ rule, sourceIp: null, value: 1, threshold: 1, isCrossed: true, summary: "", since: null, ...changes },
});

interface Asked {
  readonly open?: readonly { readonly rule: string; readonly sourceIp: string | null }[];
  readonly of?: "all" | "legitimate";
}

async function add(findings: readonly Finding[], { open = [], of = "legitimate" }: Asked = {}) {
  const { stores, asked } = createStores();
  const domain = { id: "dom_a", name: NAME, alertRules: { pass_rate: { of } } };
  const subject = { organizationId: "org", domain, countUnauthenticated: false, alerts: open };
  const found = await addClasses(stores, { subject: subject as never, findings }, now);
  return { asked, classes: found.map(({ class: name, cause }) => [name, cause]) };
}

const unset = ["misconfigured", "dkim_signed_by_service"];
const forged = ["spoofed", "spoofed_no_identity"];
const week = "2026-10-14 2026-10-20 authentic dom_a";
const nothing = [undefined, undefined];

test("an alert about a source has the source's class and cause; all sources are read at once", async () => {
  const sources = ["203.0.113.9", "198.51.100.1", "192.0.2.200"].map((sourceIp) => finding("new_source", { sourceIp }));
  const { classes, asked } = await add(sources);
  expect(classes).toEqual([forged, unset, nothing]);
  expect(asked).toEqual(["dom_a 203.0.113.9, dom_a 198.51.100.1, dom_a 192.0.2.200"]);
});

test("an alert about rates and volumes has those of most of the mail that counts, read once", async () => {
  const both = [finding("pass_rate"), finding("failure_volume")];
  expect(await add(both)).toEqual({ classes: [unset, unset], asked: [week] });
  expect(await add(both, { of: "all" })).toEqual({ classes: [forged, unset], asked: [week] });
});

test("no mail is read of an alert that is open already, of a threshold that is not crossed, or of one about no mail", async () => {
  const findings = [
    finding("new_source", { sourceIp: "203.0.113.9" }),
    finding("pass_rate", { isCrossed: false }),
    finding("missing_reports"),
  ];
  const open = [{ rule: "new_source", sourceIp: "203.0.113.9" }];
  expect(await add(findings, { open })).toEqual({ classes: [nothing, nothing, nothing], asked: [] });
});
