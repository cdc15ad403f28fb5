import { expect, test } from "vitest";
import { match, readSearch, SEARCH_CHARS_MAX } from "./search.ts";

test.each(["192.0.2.1", "0.0.0.0", "255.255.255.255/32", "198.51.100.0/24", "2001:DB8::1", "::1", "2001:db8::/32"])(
  "%s is searched for as an address",
  (text) => {
    expect(readSearch(` ${text} `).address).toBe(text.toLowerCase());
  },
);

test.each([
  "",
  "1.2.3",
  "1.2.3.256",
  "1.2.3.4.5",
  "1.2.3.4.",
  "192.0.2.0/33",
  "2001:db8::/129",
  "a:b",
  "::1]/",
  "::1]@evil.example",
  "example.com",
])("%s is not an address", (text) => {
  expect(readSearch(text).address).toBeNull();
});

test("only a whole id of a report is asked for as one", () => {
  const id = "rpt_abcdefghijklmnopqrstuvwxyz";
  expect(readSearch(id).reportId).toBe(id);
  for (const text of ["rpt_", `${id}a`, `../${id}`, id.toUpperCase()]) expect(readSearch(text).reportId).toBeNull();
});

test("what is typed is cut to what the service accepts", () => {
  expect(readSearch("x".repeat(10_000)).text).toHaveLength(SEARCH_CHARS_MAX);
});

test("names that begin with the search come first, whatever their case, and never more than the maximum", () => {
  const names = ["My Google", "Google Workspace", "Zendesk", "google 2"];
  expect(match(names, String, { text: "GOOG", max: 5 })).toEqual(["Google Workspace", "google 2", "My Google"]);
  expect(match(names, String, { text: "e", max: 1 })).toHaveLength(1);
});
