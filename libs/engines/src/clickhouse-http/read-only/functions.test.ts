import { createTemporaryFolder, type TemporaryFolder } from "@ruaflow/record-store/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../chdb-session.ts";
import { createFunctionRules, readColumn, readSortedFunctions } from "./functions.ts";

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

const sort = (names: Iterable<string>) => [...names].sort();

describe("the sorted functions", () => {
  it("are those of the engine: a release's new ones are refused until they are sorted", async () => {
    const functions = await readColumn(folder.path, "SELECT name FROM system.functions");
    expect(functions.length).toBe(1825);
    expect(sort(readSortedFunctions().keys())).toEqual(sort(functions));
  });

  it("cover every combinator that a query can name", async () => {
    const query = "SELECT name FROM system.aggregate_function_combinators WHERE NOT is_internal";
    const rules = createFunctionRules([], []);
    for (const name of await readColumn(folder.path, query)) expect(rules.refuseCall(`sum${name}`)).toBeUndefined();
  });

  it("do not differ by case alone", () => {
    const reasons = new Map<string, string>();
    for (const [name, reason] of readSortedFunctions()) {
      expect(reasons.get(name.toLowerCase()) ?? reason).toBe(reason);
      reasons.set(name.toLowerCase(), reason);
    }
  });

  it("allow an alias exactly if they allow what it stands for", async () => {
    const query = "SELECT concat(name, ' ', alias_to) FROM system.functions WHERE alias_to != ''";
    const rules = createFunctionRules([], []);
    for (const pair of await readColumn(folder.path, query)) {
      const [alias = "", original = ""] = pair.split(" ");
      expect([pair, rules.refuseCall(alias)]).toEqual([pair, rules.refuseCall(original)]);
    }
  });
});

describe("a function of a later release", () => {
  const rules = createFunctionRules(["readAnything", "sumOfFiles"], ["hostname"]);

  it.each(["readAnything", "READANYTHING", "sumOfFiles", "sumOfFilesIf", "sumOfFilesArrayOrNull"])(
    "is refused, called and as a value: %s",
    (name) => {
      expect(rules.refuseCall(name)).toBe("is not known to be harmless");
      expect(rules.refuseValue(name)).toBe("is not known to be harmless");
    },
  );

  it("does not make other names refused, nor those of columns", () => {
    expect(["reported", "hostname", "messages"].map(rules.refuseValue)).toEqual([undefined, undefined, undefined]);
  });
});
