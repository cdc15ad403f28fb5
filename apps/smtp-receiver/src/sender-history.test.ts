import { expect, test } from "vitest";
import { createSenderHistory } from "./sender-history.ts";

test("10,000 neighbourhoods are remembered, those that completed a message most recently", () => {
  const history = createSenderHistory();
  for (let index = 0; index < 10_000; index += 1) history.add(`${index}`);
  history.add("0");
  history.add("new");
  expect([history.has("0"), history.has("1"), history.has("2"), history.has("new")]).toEqual([true, false, true, true]);
});
