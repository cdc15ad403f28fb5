import { expect, test } from "vitest";
import { readFilter } from "../../filter/filter.ts";
import { readNames, refuseNames, toDomainQuery } from "./domain-list.ts";

const read = (query: Readonly<Record<string, string>>) => toDomainQuery(readFilter(query), query);

test("an address without parameters lists the domains with open alerts first", () => {
  expect(read({})).toEqual({ sort: "-open_alerts" });
});

test("each filter of the address becomes one of the API's", () => {
  const query = { search: "exa", status: "failed", dns: "missing", policy: "unknown", alerts: "open", below: "97.5" };
  expect(read({ ...query, silent: "3", sort: "pass_rate", client: "C-1", label: "gold", domain: "dom_1" })).toEqual({
    search: "exa",
    status: "failed",
    dns_state: "missing",
    dmarc_policy: "unknown",
    has_alerts: true,
    pass_rate_below: 97.5,
    silent_days: 3,
    sort: "pass_rate",
    client_reference: "C-1",
    label: "gold",
  });
});

test("what the API would refuse is left out", () => {
  const query = { status: "x", dns: "x", policy: "p", alerts: "x", below: "x", silent: "-1", sort: "id" };
  expect(read(query)).toEqual({ sort: "-open_alerts" });
  expect(read({ below: "101", silent: "99999" })).toEqual({ sort: "-open_alerts" });
});

test("a pasted list may divide its names by lines, commas, semicolons and spaces", () => {
  expect(readNames(" a.example\r\nb.example., c.example;d.example  a.example\n\n")).toEqual([
    "a.example",
    "b.example",
    "c.example",
    "d.example",
  ]);
  expect(readNames(" \n")).toEqual([]);
});

test.each([
  ["https://www.Example.com/contact?x=1#top", "example.com"],
  ["http://example.com:8080", "example.com"],
  ["mailto:Me@example.com", "example.com"],
  ["<me@mail.example.com>", "mail.example.com"],
  ["example.com/", "example.com"],
  ["*.example.com", "example.com"],
  ["_dmarc.example.com.", "example.com"],
  ["www.example.com", "www.example.com"],
  ["münchen.example", "münchen.example"],
  ["localhost", "localhost"],
])("of %s the domain is added", (text, name) => {
  expect(readNames(`  ${text} `)).toEqual([name]);
});

test("more than 1,000 names are refused before they are sent", () => {
  const names = Array.from({ length: 1001 }, (_, index) => `d${index}.example`);
  expect(refuseNames(names)).toMatch(/1000/);
  expect(refuseNames(names.slice(1))).toBeNull();
});
