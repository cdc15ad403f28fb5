import { expect, test } from "vitest";
import { TERMS } from "./terms.ts";

const WORDS_MAX = 30;

test.each(Object.entries(TERMS))("the hint for %s is a few plain sentences", (_term, text) => {
  const sentences = text.split(/(?<=\.) /);
  expect(sentences.length).toBeLessThanOrEqual(3);
  for (const sentence of sentences) expect(sentence.split(" ").length, sentence).toBeLessThanOrEqual(WORDS_MAX);
});
