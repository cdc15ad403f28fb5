import { expect, test } from "vitest";
import { shareReads } from "./share-reads.ts";

test("who asks the same while an answer is read gets the next one together; no organization gets another's", async () => {
  const read: string[] = [];
  const ask = shareReads(async ({ organizationId, page }: { organizationId: string; page: number }) => {
    read.push(`${organizationId} ${page}`);
    await new Promise(setImmediate);
    return { of: organizationId, page, number: read.length };
  });
  const questions = ["org_1", "org_2"].flatMap((organizationId) =>
    [1, 1, 1, 2].map((page) => ({ organizationId, page })),
  );
  const answers = await Promise.all(questions.map(ask));
  expect(answers.map(({ of, page }) => ({ organizationId: of, page }))).toEqual(questions);
  expect(read.sort()).toEqual(["org_1 1", "org_1 1", "org_1 2", "org_2 1", "org_2 1", "org_2 2"]);
  expect(answers[1]).toBe(answers[2]);
  expect(answers[0]).not.toBe(answers[1]);
});
