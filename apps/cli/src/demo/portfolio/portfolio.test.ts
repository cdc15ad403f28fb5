import { expect, test } from "vitest";
import { generateDemo } from "../demo-reports.ts";
import { listClients } from "./clients.ts";
import { toZone } from "./demo-zones.ts";
import { findBroken } from "./describe-portfolio.ts";
import { BROKEN_DAYS, toStory } from "./domain-story.ts";

const today = new Date("2026-10-01T12:00:00Z");

test("300 clients have about 2,000 domains of different names, in every state, and are always the same", () => {
  const clients = listClients(300);
  expect(listClients(300)).toEqual(clients);
  expect(new Set(clients.map(({ reference }) => reference)).size).toBe(300);
  const domains = clients.flatMap((client) => client.domains);
  expect(new Set(domains.map(({ name }) => name)).size).toBe(domains.length);
  expect(domains.length).toBeGreaterThan(1700);
  expect(domains.length).toBeLessThan(2300);
  expect(new Set(domains.map(({ state }) => state)).size).toBe(4);
  expect(new Set(domains.map(({ shows }) => shows)).size).toBe(5);
  for (const { domains: own } of clients) expect([own.length >= 1, own.length <= 12]).toEqual([true, true]);
  expect(listClients(10)).toEqual(clients.slice(0, 10));
});

test("a domain has the same reports each time, and a silent one none in the last 15 days", () => {
  const domains = listClients(300).flatMap((client) => client.domains);
  const silent = domains.find(({ state, size }) => state === "silent" && size > 0);
  const files = silent ? [...generateDemo(toStory(silent), today)] : [];
  expect(files.length).toBeGreaterThan(0);
  expect(silent && [...generateDemo(toStory(silent), today)]).toEqual(files);
  const begins = files.map(({ name }) => Number(name.split("!")[2]) * 1000);
  expect(Math.max(...begins)).toBeLessThan(today.getTime() - 15 * 86_400_000);
});

test("the portfolio of 300 clients has a number of reports that is stored in about a minute", () => {
  const domains = listClients(300).flatMap((client) => client.domains);
  let total = 0;
  for (const domain of domains) total += [...generateDemo(toStory(domain), today)].length;
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThan(80_000);
});

test("the client whose broken DKIM is to be seen has mail that fails, in each portfolio", () => {
  for (const total of [1, 3, 40, 300]) {
    const domains = findBroken(listClients(total))?.domains ?? [];
    const broken = domains.find(({ shows }) => shows === "broken-dkim");
    expect(broken).toMatchObject({ state: "verified" });
    const files = broken ? [...generateDemo(toStory(broken), today)] : [];
    const since = today.getTime() - BROKEN_DAYS * 86_400_000 - 43_200_000;
    expect(files.filter(({ name }) => Number(name.split("!")[2]) * 1000 >= since).length).toBeGreaterThan(3);
  }
});

test("a few verified domains are broken on purpose, of each kind, and the others are right", () => {
  const verified = listClients(300)
    .flatMap((client) => client.domains)
    .filter(({ state }) => state === "verified" || state === "silent");
  const zones = Map.groupBy(verified, toZone);
  expect([...zones.keys()].sort()).toEqual(["misspelt", "own-mailbox", "removed", "right", "twice"]);
  const fine = [...(zones.get("right") ?? []), ...(zones.get("own-mailbox") ?? [])].length;
  expect(verified.length - fine).toBeLessThan(verified.length / 40);
});
