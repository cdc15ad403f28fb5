import type { MailGroup } from "@ruaflow/record-store/mail";
import { type SourceClass, sourceClasses, type Verdict } from "@ruaflow/senders/rules";
import { expect, test } from "vitest";
import { type Judged, toSourceVerdict } from "./source-verdict.ts";

type Sum = readonly [name: SourceClass, messages: number, dmarcPass: boolean];

const toGroup = ([, messages, dmarcPass]: Sum): MailGroup => ({
  ...{ domainId: "dom_a", messages, headerFrom: "example.com", dmarcPass, disposition: "none" },
  ...{ dkimAligned: dmarcPass, spfAligned: false, dkim: [], spf: [], reasons: [] },
});

/** A verdict about one domain, whose words are `text`. */
function judge(text: string, ...sums: readonly Sum[]): Judged {
  const count = (name: SourceClass) => sums.filter(([own]) => own === name).reduce((sum, [, each]) => sum + each, 0);
  const messages = Object.fromEntries(sourceClasses.map((name) => [name, count(name)])) as Record<SourceClass, number>;
  const evidence = { rule: "", messages: 0, headerFrom: [], dkim: [], spf: [], reasons: [] };
  const verdict: Verdict = {
    ...{ service: null, class: "unknown", also: [], cause: "passes", explanation: text, nextStep: null },
    ...{ evidence, messages, findings: [], groupClasses: sums.map(([name]) => name) },
  };
  return { groups: sums.map(toGroup), verdict };
}

const none = { passed: 0, failed: 0 };

test("of several domains the class with the most failing messages counts, however much passes", () => {
  const judged = [
    judge("a", ["compliant", 1000, true], ["spoofed", 3, false]),
    judge("b", ["misconfigured", 2, false]),
    judge("c", ["misconfigured", 4, false], ["spoofed", 1, false]),
  ];
  const verdict = toSourceVerdict(judged, none);
  expect(verdict).toMatchObject({ class: "misconfigured", explanation: "c", also: ["compliant"] });
  expect(verdict.failed).toEqual({ compliant: 0, misconfigured: 6, forwarded: 0, unknown: 0, spoofed: 4 });
  expect(verdict.messages).toEqual({ compliant: 1000, misconfigured: 6, forwarded: 0, unknown: 0, spoofed: 4 });
});

test("of a source of which nothing fails the class with the most messages counts", () => {
  const judged = [
    judge("a", ["compliant", 3, true]),
    judge("b", ["forwarded", 2, true]),
    judge("c", ["forwarded", 2, true]),
  ];
  expect(toSourceVerdict(judged, none)).toMatchObject({ class: "forwarded", explanation: "b", also: ["compliant"] });
});

test("of two classes with as many messages the one counts that can be repaired", () => {
  const judged = [judge("a", ["unknown", 2, false], ["spoofed", 2, false], ["misconfigured", 2, false])];
  expect(toSourceVerdict(judged, none).class).toBe("misconfigured");
});

test("messages that were not told apart count as compliant, or in the class of the failing ones", () => {
  const judged = [judge("a", ["spoofed", 2, false], ["forwarded", 1, true])];
  const verdict = toSourceVerdict(judged, { passed: 10, failed: 20 });
  expect(verdict.messages).toEqual({ compliant: 10, misconfigured: 0, forwarded: 1, unknown: 0, spoofed: 22 });
  expect(verdict.failed).toEqual({ compliant: 0, misconfigured: 0, forwarded: 0, unknown: 0, spoofed: 22 });
  expect(verdict.also).toEqual(["compliant"]);
});
