import type { SourceFacts } from "@ruaflow/verdicts/facts";
import { beforeEach, expect, test } from "vitest";
import { cacheFacts, cacheLookups } from "./cache-facts.ts";

let version: string;
let owner: string;
/** Addresses that were read, question by question. */
let asked: (readonly string[])[];

beforeEach(() => {
  version = "1";
  owner = "First";
  asked = [];
});

const readFrom = (organization: string, addresses: readonly string[]): ReadonlyMap<string, SourceFacts> =>
  new Map(addresses.map((address) => [address, { organization, hostname: null, country: null, asn: null }]));

function open(whileRead = async () => undefined as unknown) {
  const read = async (addresses: readonly string[]) => {
    asked.push(addresses);
    const found = readFrom(owner, addresses);
    await whileRead();
    return found;
  };
  return cacheFacts(read, { ofAddresses: async () => version });
}

test("an address is read once while no fact has changed, whichever addresses are asked for beside it", async () => {
  const read = open();
  expect(await read(["a", "b"])).toEqual(readFrom("First", ["a", "b"]));
  expect(await read(["b", "c"])).toEqual(readFrom("First", ["b", "c"]));
  expect(await read(["c", "a"])).toEqual(readFrom("First", ["a", "c"]));
  expect(asked).toEqual([["a", "b"], ["c"]]);
});

test("after a change each is read again", async () => {
  const read = open();
  await read(["a"]);
  [version, owner] = ["2", "Second"];
  expect(await read(["a"])).toEqual(readFrom("Second", ["a"]));
});

test("what was read before a change, and arrives after it, answers nothing that was asked since", async () => {
  const read = open(async () => {
    if (asked.length > 1) return;
    [version, owner] = ["2", "Second"];
    expect(await read(["b"])).toEqual(readFrom("Second", ["b"]));
  });
  await read(["a"]);
  expect(await read(["a", "b"])).toEqual(readFrom("Second", ["a", "b"]));
});

test("of very many addresses only the last are remembered, and an answer has all that it asked for", async () => {
  const read = open();
  const many = Array.from({ length: 60_000 }, (_, index) => String(index));
  expect((await read(many)).size).toBe(60_000);
  await read(["59999"]);
  expect(asked).toHaveLength(1);
  await read(["0"]);
  expect(asked).toHaveLength(2);
});

test("an address is looked up once while the data sets are the same", () => {
  const lookedUp: string[] = [];
  const ipData = cacheLookups({
    describe: () => version,
    lookup: (ip) => {
      lookedUp.push(ip);
      return { organization: `${owner} of ${ip}`, country: null, asn: null };
    },
  });
  const look = (...ips: string[]) => ips.map((ip) => ipData.lookup(ip).organization);
  expect(look("a", "b", "a")).toEqual(["First of a", "First of b", "First of a"]);
  expect(lookedUp).toEqual(["a", "b"]);
  [version, owner] = ["2", "Second"];
  expect(look("a")).toEqual(["Second of a"]);
  look(...Array.from({ length: 60_000 }, (_, index) => String(index)));
  lookedUp.length = 0;
  look("59999", "a", "0");
  expect(lookedUp).toEqual(["a", "0"]);
});
