import { expect, test } from "vitest";
import { describeFewFiles, limitConnections, readOpenFilesMax } from "./open-files.ts";
import { runWithFewFiles } from "./testing/open-files.ts";

test("the limit of open files is that of the process", async () => {
  const script = new URL("./testing/print-open-files.ts", import.meta.url);
  expect(await runWithFewFiles(script)).toBe("256");
  expect(readOpenFilesMax()).toBeGreaterThan(256);
});

test.for([
  { openFilesMax: 64, http: 1, smtp: 1 },
  { openFilesMax: 256, http: 16, smtp: 12 },
  { openFilesMax: 1024, http: 128, smtp: 96 },
  { openFilesMax: 8192, http: 1000, smtp: 1000 },
  { openFilesMax: Number.POSITIVE_INFINITY, http: 1000, smtp: 1000 },
])("of $openFilesMax open files, ports leave enough to the stores", ({ openFilesMax, http, smtp }) => {
  expect(limitConnections(1000, 1 / 2, openFilesMax)).toBe(http);
  expect(limitConnections(1000, 3 / 8, openFilesMax)).toBe(smtp);
});

test("a small limit of open files is named in one line, with the way to raise it; a large one is not", () => {
  expect(describeFewFiles(256)).toMatch(/^this process may have only 256 files open, .*ulimit -n.*$/);
  expect(describeFewFiles(4096)).toBe(null);
});
