import type { MailGroup } from "@ruaflow/record-store/mail";
import { type SourceClass, sourceClasses, type Verdict } from "@ruaflow/senders/rules";
import { expect, test } from "vitest";
import { toSourceVerdict } from "./source-verdict.ts";

type Sum = readonly [name: SourceClass, messages: number, dmarcPass: boolean];

const toGroup = ([, messages, dmarcPass]: Sum): MailGroup => ({
  ...{ messages, headerFrom: "example.com", dmarcPass, disposition: "none" },
  ...{ dkimAligned: dmarcPass, spfAligned: false, dkim: [], spf: [], reasons: [] },
});

function judge(found: SourceClass, ...sums: readonly Sum[]) {
  const count = (name: SourceClass) => sums.filter(([own]) => own === name).reduce((sum, [, each]) => sum + each, 0);
  const messages = Object.fromEntries(sourceClasses.map((name) => [name, count(name)])) as Record<SourceClass, number>;
  const evidence = { rule: "", messages: 0, headerFrom: [], dkim: [], spf: [], reasons: [] };
  const verdict: Verdict = {
    ...{ service: null, class: found, also: [], cause: "passes", explanation: "", nextStep: null },
    ...{ evidence, messages, findings: [], groupClasses: sums.map(([name]) => name) },
  };
  return { verdict, groups: sums.map(toGroup) };
}

test("messages that were not told apart count as compliant, or in the class of the failing ones", () => {
  const { verdict, groups } = judge("spoofed", ["spoofed", 2, false], ["forwarded", 1, true]);
  const found = toSourceVerdict(verdict, { groups, rest: { passed: 10, failed: 20 } });
  expect(found).toMatchObject({ class: "spoofed", also: ["compliant"] });
  expect(found.messages).toEqual({ compliant: 10, misconfigured: 0, forwarded: 1, unknown: 0, spoofed: 22 });
});

test("failing messages that were not told apart are unknown where no other message fails", () => {
  const { verdict, groups } = judge("forwarded", ["forwarded", 3, true]);
  const found = toSourceVerdict(verdict, { groups, rest: { passed: 0, failed: 1 } });
  expect(found).toMatchObject({ class: "forwarded", also: ["unknown"] });
  expect(found.messages).toEqual({ compliant: 0, misconfigured: 0, forwarded: 3, unknown: 1, spoofed: 0 });
});
