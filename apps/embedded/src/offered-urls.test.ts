import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { offerUrl, readOfferedUrl, toLocalUrl } from "./offered-urls.ts";

const folder = mkdtempSync(join(tmpdir(), "ruaflow-offered-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a URL is offered to the folder's owner alone, and until the end", async () => {
  const started = new AsyncDisposableStack();
  expect(await readOfferedUrl(folder, "api")).toBe(null);
  await offerUrl(folder, { name: "api", url: "http://127.0.0.1:8130" }, started);
  expect(await readOfferedUrl(folder, "api")).toBe("http://127.0.0.1:8130");
  expect(statSync(join(folder, "api.url")).mode & 0o777).toBe(0o600);
  await started.disposeAsync();
  expect(await readOfferedUrl(folder, "api")).toBe(null);
});

test.for([
  ["http://0.0.0.0:8080", "http://127.0.0.1:8080"],
  ["http://[::]:8080", "http://127.0.0.1:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
  ["http://10.0.0.7:80", "http://10.0.0.7"],
] as const)("a service at %s is reached at %s from its machine", ([listening, local]) => {
  expect(toLocalUrl(listening)).toBe(local);
});
