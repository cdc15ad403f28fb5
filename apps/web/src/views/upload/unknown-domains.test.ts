import { expect, test } from "vitest";
import { listUnknownDomains } from "./unknown-domains.ts";
import type { Upload } from "./use-transfers.ts";

type Done = Extract<Upload["progress"], { kind: "done" }>;
type Entry = Done["answer"]["entries"][number];

const entry = (domain: string | null, outcome: Entry["outcome"] = "held", reason: string | null = "unknown-domain") =>
  ({ domain, outcome, reason }) as Entry;

const upload = (...entries: Entry[]) => ({ progress: { kind: "done", answer: { entries } } as unknown as Done });

test("domains that reports wait for are listed once, most reports first", () => {
  const list = [
    upload(entry("b.example"), entry("a.example")),
    upload(entry("b.example"), entry("c.example", "accepted", null), entry(null)),
    upload(entry("d.example", "held", "domain-pending"), entry("e.example", "refused", "unknown-domain")),
    { progress: { kind: "waiting" } } as const,
  ];
  expect(listUnknownDomains(list)).toEqual([
    { domain: "b.example", reports: 2 },
    { domain: "a.example", reports: 1 },
  ]);
});
