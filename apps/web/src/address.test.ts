import { expect, test } from "vitest";
import { toAddress, toClientPath } from "./address.ts";

test.for(["C-1003", "a/b", "50 % & more", "Müller & Söhne", "漢字", "?x=1#y", "...", " "])(
  "the home of the client %j has an address of one segment, which leads back to it",
  (reference) => {
    const { pathname, search, hash } = new URL(toClientPath(reference, toAddress), "http://localhost");
    const [, clients, segment = "", ...more] = pathname.split("/");
    expect([clients, decodeURIComponent(segment), more, search, hash]).toEqual(["clients", reference, [], "", ""]);
  },
);

test.for([".", ".."])("a client called %j, which no path can name, has the overview for a home", (reference) => {
  const { pathname, searchParams } = new URL(toClientPath(reference, toAddress), "http://localhost");
  expect([pathname, searchParams.get("client")]).toEqual(["/", reference]);
});

test("the home of a client leaves out the domain and label that the page looked at", () => {
  const linkTo = (path: string, changes: Readonly<Record<string, string | undefined>>) =>
    toAddress(path, { days: "90", domain: "dom_1", label: "vip", client: "other", ...changes });
  expect(toClientPath("C-1", linkTo)).toBe("/clients/C-1?days=90");
});
