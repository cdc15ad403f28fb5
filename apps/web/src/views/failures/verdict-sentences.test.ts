import { expect, test } from "vitest";
import { toVerdictSentences } from "./verdict-sentences.ts";

const spoofed = { key: "spoofed", failure_count: 1350, share: 67 };
const ours = { key: "misconfigured", failure_count: 665, share: 33 };
const zendesk = {
  sender: "Zendesk",
  class: "misconfigured",
  cause_description: "DKIM does not sign",
  share: 27.1,
} as const;
const stranger = { sender: "bad.example", class: "spoofed", cause_description: "x", share: 67 } as const;
const unnamed = {
  sender: null,
  class: "unknown",
  cause_description: "the reports do not say whose it is",
  share: 6,
} as const;
const base = { failed: 2015, classes: [spoofed, ours], groups: [stranger, zendesk, unnamed] };
const disposed = (reject: number, none: number) => [
  { key: "reject", failure_count: reject },
  { key: "none", failure_count: none },
];

test("the sentences name how much is forged, and the largest groups of the rest", () => {
  expect(toVerdictSentences({ ...base, forged: disposed(1350, 0) })).toEqual([
    "2,015 messages failed DMARC.",
    "67 % is forged and was refused.",
    "27.1 % is from Zendesk: DKIM does not sign.",
    "6 % is from senders with no known name: the reports do not say whose it is.",
  ]);
});

test.for([
  [disposed(0, 1350), "67 % is forged, and no receiver refused it."],
  [disposed(1349, 1), "67 % is forged; receivers refused 1,349 messages of it."],
  [undefined, "67 % is forged."],
  [[], "67 % is forged."],
] as const)("%j of forged mail: %s", ([forged, sentence]) => {
  expect(toVerdictSentences({ ...base, forged })[1]).toBe(sentence);
});

test("without forged mail or large groups only the sum is said", () => {
  const small = [{ ...zendesk, share: 0.9 }];
  expect(toVerdictSentences({ failed: 1, classes: [ours], groups: small })).toEqual(["1 message failed DMARC."]);
});

test("a share that rounds to nothing is not called zero", () => {
  const classes = [{ ...spoofed, share: 0 }];
  expect(toVerdictSentences({ ...base, classes, groups: [] })[1]).toBe("Less than 0.1 % is forged.");
});
