import { expect, test } from "vitest";
import { gatherQuestions } from "./gather-questions.ts";

const settle = () => new Promise(setImmediate);

/** Answers `a1` with `A1` when told to; the letter is the key. */
function createGathering(questionsMax = 10) {
  const asked: { readonly questions: readonly string[]; readonly finish: () => void; readonly fail: () => void }[] = [];
  const ask = gatherQuestions<string, string>({
    toKey: (question) => question.slice(0, 1),
    questionsMax,
    answer: (questions) =>
      new Promise((resolve, reject) => {
        const finish = () => resolve(questions.map((question) => question.toUpperCase()));
        asked.push({ questions, finish, fail: () => reject(new Error("broken")) });
      }),
  });
  return { asked, ask };
}

test("a lone question is asked at once; those that come meanwhile are asked together, as many as may be", async () => {
  const { asked, ask } = createGathering(2);
  const answers = ["a1", "a2", "a3", "a4"].map(ask);
  for (let index = 0; index < 3; index += 1) {
    asked[index]?.finish();
    await settle();
  }
  expect(await Promise.all(answers)).toEqual(["A1", "A2", "A3", "A4"]);
  expect(asked.map(({ questions }) => questions)).toEqual([["a1"], ["a2", "a3"], ["a4"]]);
});

test("questions of another key neither wait nor fail with them", async () => {
  const { asked, ask } = createGathering();
  const [failing, other] = [ask("a1").catch(String), ask("b1")];
  expect(asked.map(({ questions }) => questions)).toEqual([["a1"], ["b1"]]);
  asked[0]?.fail();
  asked[1]?.finish();
  expect(await Promise.all([failing, other])).toEqual(["Error: broken", "B1"]);
});

test("after a failure the next are asked", async () => {
  const { asked, ask } = createGathering();
  const failing = ask("a1").catch(String);
  const next = ask("a2");
  asked[0]?.fail();
  expect(await failing).toBe("Error: broken");
  await settle();
  asked[1]?.finish();
  expect(await next).toBe("A2");
});
