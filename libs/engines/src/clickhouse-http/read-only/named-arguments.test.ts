import { createTemporaryFolder, type TemporaryFolder } from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../chdb-session.ts";
import { createFunctionRules, readColumn } from "./functions.ts";
import { readNamedArguments } from "./named-arguments.ts";

let folder: TemporaryFolder;
let session: Awaited<ReturnType<typeof openSession>>;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  session = await openSession(folder.path);
});
afterAll(async () => {
  session.close();
  await folder.remove();
});

const named = readNamedArguments();
const rules = createFunctionRules([], []);

describe("the functions that take a time zone or a type", () => {
  it("take it by each of their names", async () => {
    const query = "SELECT concat(name, ' ', alias_to) FROM system.functions WHERE alias_to != ''";
    for (const pair of await readColumn(folder.path, query)) {
      const [alias = "", original = ""] = pair.toLowerCase().split(" ");
      expect([pair, named.get(alias)]).toEqual([pair, named.get(original)]);
    }
  });

  // The engine's names of arguments and its examples know most of them: a release that adds one is noticed here.
  it("are all whose documentation of the engine names a time zone", async () => {
    const query = `SELECT name FROM system.functions
      WHERE arguments ILIKE '%time%zone%' OR syntax ILIKE '%time%zone%' OR syntax ILIKE '%, tz%'`;
    const documented = (await readColumn(folder.path, query)).filter((name) => rules.refuseCall(name) === undefined);
    expect(documented.length).toBeGreaterThan(50);
    // These return one.
    const others = ["serverTimezone", "timezone", "timezoneOf"];
    expect(documented.filter((name) => !named.has(name.toLowerCase()))).toEqual(others);
  });
});
