import { expect, test } from "vitest";
import { createAnswerMemory, type KeptAnswer } from "./answer-memory.ts";

/** Takes 2,512 bytes. */
const answer: KeptAnswer = { version: "", etag: "", link: null, body: new Uint8Array(2000) };
const BYTES = 2512;

const key = (organizationId: string, question: number) => ({ organizationId, question: String(question) });

test("an organization's answers stay within its limit, and those asked for last stay", () => {
  const memory = createAnswerMemory({ all: 100 * BYTES, organization: 3 * BYTES });
  for (const question of [1, 2, 3]) memory.keep(key("a", question), answer);
  memory.find(key("a", 1));
  memory.keep(key("a", 4), answer);
  expect([1, 2, 3, 4].map((question) => memory.find(key("a", question)) !== undefined)).toEqual([
    ...[true, false, true, true],
  ]);
});

test("all answers stay within their limit: one organization with many questions cannot drive out all others", () => {
  const memory = createAnswerMemory({ all: 5 * BYTES, organization: 3 * BYTES });
  for (const organizationId of ["a", "b", "c"]) memory.keep(key(organizationId, 1), answer);
  memory.find(key("a", 1));
  for (let question = 0; question < 100; question += 1) memory.keep(key("greedy", question), answer);
  const left = ["a", "b", "c"].filter((organizationId) => memory.find(key(organizationId, 1)) !== undefined);
  expect(left).toEqual(["a", "c"]);
  expect([96, 97, 98, 99].map((question) => memory.find(key("greedy", question)) !== undefined)).toEqual([
    ...[false, true, true, true],
  ]);
});

test("a newer answer takes the place of an older one, whose bytes no longer count", () => {
  const memory = createAnswerMemory({ all: 2 * BYTES, organization: 2 * BYTES });
  memory.keep(key("a", 1), answer);
  for (let round = 0; round < 10; round += 1) memory.keep(key("a", 2), { ...answer, etag: String(round) });
  expect(memory.find(key("a", 2))?.etag).toBe("9");
  expect(memory.find(key("b", 2))).toBeUndefined();
});

test("an answer beyond the limit is not kept, and leaves nothing behind", () => {
  const memory = createAnswerMemory({ all: BYTES, organization: BYTES });
  memory.keep(key("a", 1), { ...answer, body: new Uint8Array(4000) });
  expect(memory.find(key("a", 1))).toBeUndefined();
  memory.keep(key("a", 2), answer);
  expect(memory.find(key("a", 2))).toBe(answer);
});
