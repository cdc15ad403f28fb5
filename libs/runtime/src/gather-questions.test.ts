import { expect, test } from "vitest";
import { gatherQuestions } from "./gather-questions.ts";

const settle = () => new Promise(setImmediate);

/** Answers `a1` with `A1` when told to; the letter is the key. */
function createGathering(questionsMax = 10, lingerMs = 0) {
  const asked: { readonly questions: readonly string[]; readonly finish: () => void; readonly fail: () => void }[] = [];
  const ask = gatherQuestions<string, string>({
    toKey: (question) => question.slice(0, 1),
    questionsMax,
    lingerMs,
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

test("after several were answered together the next one waits a little for the others, after a lone one it does not", async () => {
  const { asked, ask } = createGathering(10, 50);
  const answerAll = async (...questions: readonly string[]) => {
    const answers = questions.map(ask);
    const finishing = setInterval(() => asked.at(-1)?.finish(), 1);
    await Promise.all(answers);
    clearInterval(finishing);
  };
  await answerAll("a1", "a2", "a3");
  const first = ask("a4");
  await settle();
  expect(asked).toHaveLength(2);
  await answerAll("a5");
  await first;
  await answerAll("a6");
  await answerAll("a7");
  const lone = ask("a8");
  expect(asked.at(-1)?.questions).toEqual(["a8"]);
  asked.at(-1)?.finish();
  await lone;
  expect(asked.map(({ questions }) => questions.length)).toEqual([1, 2, 2, 1, 1, 1]);
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
