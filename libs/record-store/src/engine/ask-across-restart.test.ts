import { expect, test } from "vitest";
import { askAcrossRestart } from "./ask-across-restart.ts";

function failing(...codes: readonly string[]) {
  const left = [...codes];
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const code = left.shift();
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return asked;
  };
  return { ask, asked: () => asked };
}

test("a question waits for the process that is being started", async () => {
  expect(await askAcrossRestart(failing("ECONNRESET", "ENOENT", "ECONNREFUSED").ask)).toBe(4);
});

test("a question that was cut off twice is not asked again: it may be what ends the process", async () => {
  const { ask, asked } = failing("ECONNRESET", "ECONNREFUSED", "ECONNRESET", "ECONNRESET");
  await expect(askAcrossRestart(ask)).rejects.toThrow("ECONNRESET");
  expect(asked()).toBe(3);
});

test("an error of the engine is not asked again", async () => {
  const { ask, asked } = failing("159");
  await expect(askAcrossRestart(ask)).rejects.toThrow("159");
  expect(asked()).toBe(1);
});
