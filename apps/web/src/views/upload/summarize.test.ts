import { expect, test } from "vitest";
import { summarize } from "./summarize.ts";

const none = { accepted: 0, duplicate: 0, held: 0, conflict: 0, refused: 0, not_aggregate: 0 };
const done = (summary: Partial<typeof none>) => ({
  progress: { kind: "done" as const, answer: { summary: { ...none, ...summary }, mails: 0, entries: [] } },
});

test("what became of all files is summed over those that are finished", () => {
  const list = [done({ accepted: 2 }), done({ accepted: 1, refused: 1 }), { progress: { kind: "waiting" as const } }];
  expect(summarize(list)).toEqual({ finished: 2, text: "3 accepted, 1 refused" });
});

test("a file that was not sent is finished, and said", () => {
  expect(summarize([{ progress: { kind: "too-large" } }])).toEqual({ finished: 1, text: "1 file not sent" });
});
