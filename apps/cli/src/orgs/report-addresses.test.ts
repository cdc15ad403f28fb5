import { afterAll, expect, test } from "vitest";
import { createMigratedDataDir } from "../../../../test/support/migrated-data-dir.ts";
import { removeDataDir, runCommand } from "../../../../test/support/service.ts";

const dataDir = createMigratedDataDir();

afterAll(() => removeDataDir(dataDir));

const run = (...args: string[]) => runCommand(args, { RUAFLOW_DATA_DIR: dataDir, RUAFLOW_LOG_LEVEL: "error" });

test("orgs set names addresses for the rua of all domains, refuses other texts, and takes them away", async () => {
  const created = await run("orgs", "create", "Example", "--json");
  const { id } = JSON.parse(created.stdout);
  const set = async (text: string) => {
    const { code, stdout, stderr } = await run("orgs", "set", id, "--report-addresses", text, "--json");
    return code === 0 ? JSON.parse(stdout).report_addresses : stderr;
  };
  expect(await set("DMARC@Example.com, box@example.net")).toBe("dmarc@example.com box@example.net");
  expect(await set("dmarc@example.com,mailto:a@example.com")).toContain('"mailto:a@example.com" is not a mail address');
  expect(await set(Array.from({ length: 21 }, (_, index) => `a${index}@example.com`).join())).toContain("at most 20");
  expect(await set("none")).toBe("");
}, 120_000);
