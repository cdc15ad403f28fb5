import { expect, test } from "vitest";
import { isOwnAddress } from "./own-address.ts";
import { readSharedAddress, toSharedAddress, writeSharedLink } from "./shared-link.ts";

test("a link has its secret after the #, and opens the view with its period, without domain, client and page", () => {
  const address = toSharedAddress("/failures", { days: "90", domain: "dom_1", client: "C-1", label: "x", page: "2" });
  expect(address).toBe("/failures?days=90");
  const link = new URL(writeSharedLink({ origin: "https://dmarc.example", address, token: "secret" }));
  expect([link.pathname, link.hash, link.href.indexOf("secret")]).toEqual(["/share", "#secret", link.href.length - 6]);
  expect(readSharedAddress(link.search)).toBe(address);
});

test.each([
  "",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/a\\b",
  "/a\nb",
  "/share?to=/share",
  "/api/v1/session",
  "/docs",
  `/${"x".repeat(2000)}`,
])("a link to %j opens the overview", (to) => {
  expect(readSharedAddress(`?${new URLSearchParams({ to })}`)).toBe("/");
});

test("every view of the page is an address of its own", () => {
  for (const address of ["/", "/failures?days=90&sort=-x", "/domains/dom_1?tab=dns"])
    expect(isOwnAddress(address)).toBe(true);
});
