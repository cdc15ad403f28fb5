import { runWithFewFiles } from "@ruaflow/runtime/testing";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../testing/temporary-folder.ts";

const script = new URL("../testing/without-files.ts", import.meta.url);

test("while no file can be opened, what the engine refuses is an outage, and afterwards it stores again", async () => {
  const folder = await createTemporaryFolder();
  const output = await runWithFewFiles(script, [folder.path]);
  await folder.remove();
  const { without, after } = JSON.parse(output);
  expect(without[0]).toBe("outage");
  expect(without).not.toContainEqual(expect.stringContaining("mistake"));
  expect(after).toEqual(["done", "done", 10]);
}, 60_000);
