import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("paths of the API come from the typed client: a path that does not exist does not compile", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: import.meta.dirname }).filter((file) => !file.includes(".test."));
  expect(files.length).toBeGreaterThan(100);
  const written = files.filter((file) =>
    /["'`]\/(?:api\/)?v1\//.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")),
  );
  expect(written).toEqual([]);
});
