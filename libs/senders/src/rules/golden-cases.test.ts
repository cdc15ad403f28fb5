import { describe, expect, test } from "vitest";
import { readGoldenCases, toContext, toSourceMail } from "../testing/golden-case.ts";
import { sampleServiceMap } from "../testing/sample-services.ts";
import { causes } from "./cause.ts";
import { classifySource, judgeSource } from "./classify-source.ts";
import { rules } from "./rules.ts";
import { sourceClasses } from "./source-class.ts";

const cases = readGoldenCases();

/** A table in which another rule decided would give the right words by chance only: cases name the rule, too. */
function answer(one: (typeof cases)[number], table = rules) {
  const verdict = judgeSource(toSourceMail(one), { context: toContext(one), services: sampleServiceMap, table });
  return {
    class: verdict.class,
    also: verdict.also,
    cause: verdict.cause,
    rule: verdict.evidence.rule,
    explanation: verdict.explanation,
    next_step: verdict.nextStep,
  };
}

function expected({ also = [], cause, rule, explanation, next_step, ...rest }: (typeof cases)[number]) {
  return { class: rest.class, also, cause, rule, explanation, next_step };
}

describe("the golden cases", () => {
  test.each(cases.map((one) => [one.situation, one] as const))("%s", (_, one) => {
    expect(answer(one)).toEqual(expected(one));
  });

  test("are at least 100, with situations that differ", () => {
    expect(cases.length).toBeGreaterThanOrEqual(100);
    expect(new Set(cases.map(({ situation }) => situation)).size).toBe(cases.length);
  });

  test.each(sourceClasses)("have %s several times", (name) => {
    expect(cases.filter((one) => one.class === name).length).toBeGreaterThanOrEqual(8);
  });

  test.each(causes)("reach the cause %s", (cause) => {
    expect(cases.map((one) => one.cause)).toContain(cause);
  });
});

describe("without the rule", () => {
  test.each(rules.map((rule) => [rule.name, rule] as const))("%s a golden case is answered otherwise", (name, rule) => {
    const without = rules.filter((one) => one !== rule);
    const changed = cases.filter((one) => JSON.stringify(answer(one, without)) !== JSON.stringify(expected(one)));
    // The last rule also stands behind the table.
    if (rule === rules.at(-1)) return expect(cases.some((one) => one.rule === name)).toBe(true);
    expect(changed.map((one) => one.rule)).toContain(name);
  });
});

test("the public function asks the whole table", () => {
  for (const one of cases) {
    const verdict = classifySource(toSourceMail(one), toContext(one), sampleServiceMap);
    expect(verdict.evidence.rule, one.situation).toBe(one.rule);
  }
});

test("rules have names of their own", () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});
