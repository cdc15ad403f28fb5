import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns, type Party } from "./turns.ts";

function of(organization: string, id = "key", kind: Party["kind"] = "upload"): Party {
  return { organization, kind, id };
}

/** One thing at a time; `next` ends it and returns what begins. */
function createOneByOne() {
  const begun: string[] = [];
  let isBusy = true;
  const turns = createTurns<string>(() => {
    if (isBusy) return "full";
    isBusy = true;
    return "begun";
  });
  const add = (name: string, party: Party | null, signal?: AbortSignal) =>
    turns.take(name, party, signal).then(() => begun.push(name));
  async function run(times: number): Promise<string> {
    for (let time = 0; time < times; time += 1) {
      isBusy = false;
      turns.advance();
      await setImmediate();
    }
    return begun.splice(0).join(" ");
  }
  return { add, run };
}

test("organizations take turns, and within one its senders, whatever waits in front", async () => {
  const { add, run } = createOneByOne();
  for (const name of ["a1", "a2", "a3", "a4"]) void add(name, of("a", "key-1"));
  void add("a5", of("a", "key-2"));
  for (const name of ["b1", "b2"]) void add(name, of("b"));
  void add("c1", of("c"));
  expect(await run(8)).toBe("a1 b1 c1 a5 b2 a2 a3 a4");
});

test("an organization's uploads wait for one of its mails at most, from however many networks they come", async () => {
  const { add, run } = createOneByOne();
  for (let network = 0; network < 50; network += 1) void add("mail", of("a", `net-${network}`, "mail"));
  for (const name of ["upload-1", "upload-2"]) void add(name, of("a"));
  expect(await run(4)).toBe("mail upload-1 mail upload-2");
});

test("one that was served long ago comes before those served since", async () => {
  const { add, run } = createOneByOne();
  void add("b1", of("b"));
  for (const name of ["a1", "a2"]) void add(name, of("a"));
  expect(await run(2)).toBe("b1 a1");
  void add("b2", of("b"));
  expect(await run(2)).toBe("b2 a2");
});

test("work of a party that has its share lets others pass; what no one can begin holds up what came later", async () => {
  const begun: number[] = [];
  let room = 10;
  const turns = createTurns<number>((need, party) => {
    if (party?.organization === "greedy") return "later";
    if (need > room) return "full";
    room -= need;
    begun.push(need);
    return "begun";
  });
  for (const [need, organization] of [
    [1, "greedy"],
    [8, "a"],
    [5, "b"],
    [2, "c"],
  ] as const)
    void turns.take(need, of(organization));
  expect(begun).toEqual([8]);
  room = 10;
  turns.advance();
  expect(begun).toEqual([8, 5, 2]);
});

test("who gives up waits no longer and takes nothing", async () => {
  const { add, run } = createOneByOne();
  const giveUp = new AbortController();
  const gone = add("a1", of("a"), giveUp.signal);
  void add("b1", of("b"));
  giveUp.abort(new Error("too long"));
  await expect(gone).rejects.toThrow("too long");
  await expect(add("a2", of("a"), giveUp.signal)).rejects.toThrow("too long");
  expect(await run(2)).toBe("b1");
});

test("names are remembered up to a bound, the least recent are forgotten first", async () => {
  const { add, run } = createOneByOne();
  for (let index = 0; index < 1001; index += 1) void add(`${index}`, of(`org-${index}`));
  await run(1001);
  for (const index of [1000, 1, 0]) void add(`${index}`, of(`org-${index}`));
  // Forgotten, they count as never served, like a new one, and came before it.
  void add("new", of("new"));
  expect(await run(4)).toBe("0 1 new 1000");
});
