import { expect, test } from "vitest";
import { fillPath, toAddress } from "../address.ts";
import { readFilter, toDomainParameters } from "./filter.ts";

test("the domains of a filter are parameters of the API only if they are given", () => {
  expect(toDomainParameters(readFilter({ domain: "dom_1", label: "x", client: "" }))).toEqual({
    domain_id: "dom_1",
    label: "x",
  });
  expect(toDomainParameters(readFilter({}))).toEqual({});
});

test("an address has its parameters escaped, and none that are empty", () => {
  expect(toAddress("/sources", { client: "a&b=c", page: undefined, label: "" })).toBe("/sources?client=a%26b%3Dc");
  expect(toAddress("/sources", {})).toBe("/sources");
});

test("an id is one segment of a path", () => {
  expect(fillPath("/webhooks/:id/deliveries/:delivery", { id: "a/b?c", delivery: "d" })).toBe(
    "/webhooks/a%2Fb%3Fc/deliveries/d",
  );
});
