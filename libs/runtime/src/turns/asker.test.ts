import { expect, test } from "vitest";
import { askAs, askAsService, readAsker, withAsker } from "./asker.ts";

const asker = { organization: "org_1", caller: "key" };

async function* listAskers() {
  yield readAsker();
  await Promise.resolve();
  yield readAsker();
}

test("a stream is asked by the one who opened it, not by its reader", async () => {
  const items = askAs(asker, () => withAsker(listAskers()));
  expect(await Array.fromAsync(items)).toEqual([asker, asker]);
  expect(await Array.fromAsync(listAskers())).toEqual([null, null]);
});

test("work of the service within that of a request is asked by no request", () => {
  expect(askAs(asker, () => askAsService(readAsker))).toBe(null);
});
