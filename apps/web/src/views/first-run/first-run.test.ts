import { expect, test } from "vitest";
import { readFilter } from "../../filter/filter.ts";
import type { MailAnswer } from "../home/mail.ts";
import { isFirstRun, isProvable, readMailbox } from "./first-run.ts";

type Published = Parameters<typeof isProvable>[0];
type Dns = Parameters<typeof readMailbox>[0];

const mail = (earliest: string | null) => ({ meta: { earliest_day: earliest } }) as MailAnswer;

test("it is the first run until there is a report of any day, of all domains together", () => {
  const all = readFilter({ days: "7" });
  expect([isFirstRun(mail(null), all), isFirstRun(mail("2026-11-01"), all), isFirstRun(undefined, all)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isFirstRun(mail(null), readFilter({ client: "C-1" }))).toBe(false);
  expect(isFirstRun(mail(null), readFilter({ domain: "dom_1" }))).toBe(false);
});

const publish = (dmarc: string, found: readonly string[], verification: string) =>
  isProvable({ dmarc: { state: dmarc, found }, verification: { state: verification } } as unknown as Published);

test("the mailbox in rua is proof, and so is the token beside any DMARC record", () => {
  expect(publish("ok", ["v=DMARC1"], "missing")).toBe(true);
  expect(publish("different", ["v=DMARC1; p=none"], "ok")).toBe(true);
  expect(publish("missing", [], "ok")).toBe(false);
  expect(publish("different", ["v=DMARC1; p=none"], "missing")).toBe(false);
});

test("the mailbox is known once the service receives mail", () => {
  const dns = (warnings: readonly string[]) =>
    ({
      data: { dmarc: { value: "v=DMARC1; p=none; rua=mailto:d-1@rua.example.net" } },
      meta: { warnings },
    }) as unknown as Dns;
  expect([readMailbox(dns([])), readMailbox(dns(["not set"]))]).toEqual(["d-1@rua.example.net", null]);
});
