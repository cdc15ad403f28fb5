import { expect, test } from "vitest";
import { shareReads } from "./share-reads.ts";

test("who asks the same while an answer is read gets the next one together; no organization gets another's", async () => {
  const read: string[] = [];
  const ask = shareReads(async (organizationId, page: number) => {
    read.push(`${organizationId} ${page}`);
    await new Promise(setImmediate);
    return { organizationId, page };
  });
  const questions = ["org_1", "org_2"].flatMap((organizationId) =>
    [1, 1, 1, 2].map((page) => ({ organizationId, page })),
  );
  const answers = await Promise.all(questions.map(({ organizationId, page }) => ask(organizationId, page)));
  expect(answers).toEqual(questions);
  expect(read.sort()).toEqual(["org_1 1", "org_1 1", "org_1 2", "org_2 1", "org_2 1", "org_2 2"]);
  expect(answers[1]).toBe(answers[2]);
  expect(answers[0]).not.toBe(answers[1]);
});
