import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Party } from "../turns.ts";
import { createWorkerPlaces } from "./worker-places.ts";

const of = (organization: string, id = "key", kind: Party["kind"] = "upload"): Party => ({ organization, kind, id });

/** Starts jobs, and says which of them run. */
function createJobs(options: Parameters<typeof createWorkerPlaces>[0]) {
  const places = createWorkerPlaces(options);
  const running = new Map<string, () => void>();
  return {
    add(name: string, party: Party | null) {
      void places.take(party).then((leave) => running.set(name, leave));
    },
    async end(name: string) {
      running.get(name)?.();
      running.delete(name);
    },
    async list() {
      await setImmediate();
      return [...running.keys()].join(" ");
    },
  };
}

test("a hundred jobs of one tenant leave another a thread at once, and a third", async () => {
  const jobs = createJobs({ workers: 1, spareWorkers: 2 });
  for (let index = 0; index < 100; index += 1) jobs.add(`a${index}`, of("a"));
  expect(await jobs.list()).toBe("a0");
  jobs.add("b", of("b"));
  expect(await jobs.list()).toBe("a0 b");
  jobs.add("mail", of("c", "network", "mail"));
  expect(await jobs.list()).toBe("a0 b mail");
});

test("an organization never has the last thread, with its mails and uploads together", async () => {
  const jobs = createJobs({ workers: 1, spareWorkers: 2 });
  for (const id of ["network-1", "network-2"]) jobs.add(id, of("a", id, "mail"));
  jobs.add("own", of("a"));
  expect(await jobs.list()).toBe("network-1 network-2");
  jobs.add("other", of("b"));
  expect(await jobs.list()).toBe("network-1 network-2 other");
});

test("mails from many senders never have the last thread", async () => {
  const jobs = createJobs({ workers: 1, spareWorkers: 2 });
  for (let index = 0; index < 9; index += 1) jobs.add(`mail-${index}`, of("a", `network-${index}`, "mail"));
  expect(await jobs.list()).toBe("mail-0 mail-1");
  jobs.add("other-mail", of("c", "network-1", "mail"));
  expect(await jobs.list()).toBe("mail-0 mail-1");
  jobs.add("upload", of("b"));
  expect(await jobs.list()).toBe("mail-0 mail-1 upload");
  await jobs.end("mail-0");
  expect(await jobs.list()).toBe("mail-1 upload other-mail");
});

test("of those who wait, organizations go round", async () => {
  const jobs = createJobs({ workers: 1, spareWorkers: 0 });
  for (const name of ["a1", "a2", "a3"]) jobs.add(name, of("a"));
  jobs.add("b1", of("b"));
  for (const name of ["a1", "b1", "a2"]) {
    expect(await jobs.list()).toBe(name);
    await jobs.end(name);
  }
});

test("without spare threads there are as many as for one sender, and the operator's jobs take all", async () => {
  const jobs = createJobs({ workers: 2, spareWorkers: 0 });
  for (const name of ["1", "2", "3"]) jobs.add(name, null);
  expect(await jobs.list()).toBe("1 2");
  await jobs.end("1");
  expect(await jobs.list()).toBe("2 3");
});
