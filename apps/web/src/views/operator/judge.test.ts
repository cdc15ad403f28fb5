import { expect, test } from "vitest";
import { judge, type ServiceState } from "./judge.ts";

const queue = { name: "reports to be written", process: "record-writer", waiting: 0, seconds: 0, error: null };
const letters = { read_at: "2026-11-01T00:00:00Z", total: 0, replayed: 0, complete: true, groups: [] };
const state: ServiceState = {
  read_at: "2026-11-01T00:00:00Z",
  ok: true,
  health: [{ part: "postgres", ok: true, error: null }],
  topics: { items: [], error: null },
  queues: [queue],
  deliveries: { pending: 0, delivering: 0, held: 0, error: null },
  dead_letters: { value: letters, error: null },
  reconciliation: { value: null, error: null },
  report_authorization: { value: { domains: 1209, missing: 0, example: null }, error: null },
};

test("a service in which nothing is late, lost or down needs nothing", () => {
  expect(judge(state)).toEqual([]);
});

test("what is down, and what waits longer than its work takes, is said", () => {
  const health = [{ part: "log", ok: false, error: "connection refused" }];
  const queues = [{ ...queue, waiting: 1200, seconds: 900 }];
  expect(judge({ ...state, health, queues })).toEqual([
    "log is not healthy: connection refused.",
    "1,200 reports to be written wait, the oldest for 15 min.",
  ]);
});

test("work that is spread over hours is not late after minutes", () => {
  expect(
    judge({ ...state, queues: [{ ...queue, name: "DNS checks of domains due", waiting: 5, seconds: 900 }] }),
  ).toEqual([]);
});

test("an authorization that is not published is one sentence, whatever the number of domains", () => {
  const example = "example.com._report._dmarc.reports.example.net";
  const value = { domains: 1209, missing: 1209, example };
  expect(judge({ ...state, report_authorization: { value, error: null } })).toEqual([
    `Receivers send no reports about 1,209 domains. Publish the authorization of this service, for example at ${example}.`,
  ]);
});

test("dead letters that were replayed need nothing more", () => {
  const dead = (replayed: number) => ({
    ...state,
    dead_letters: { value: { ...letters, total: 3, replayed }, error: null },
  });
  expect(judge(dead(3))).toEqual([]);
  expect(judge(dead(2))).toEqual(["1 message could not be processed and was set aside."]);
});

test("a part that cannot be read is not taken for a healthy one", () => {
  expect(judge({ ...state, topics: { items: [], error: "timeout" } })).toEqual([
    "The topics of the log cannot be read: timeout.",
  ]);
});
