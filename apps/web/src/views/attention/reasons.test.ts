import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeReason, findRemedy, readReason, reasonNames } from "./reasons.ts";

const document = new URL("../../../../api/openapi.json", import.meta.url);

test("every reason of the API has a title and a place where it is looked into", async () => {
  const api = JSON.parse(await readFile(document, "utf8"));
  const { parameters } = api.paths["/api/v1/domains/attention"].get;
  const { schema } = parameters.find(({ name }: { name: string }) => name === "reason");
  expect(new Set(reasonNames)).toEqual(new Set(schema.anyOf[0].oneOf.map((reason: { const: string }) => reason.const)));
  for (const name of reasonNames) {
    expect(describeReason(name)).toMatch(/^[A-Z][^.]+$/);
    expect(findRemedy(name).path).toMatch(/^\//);
  }
});

test.for(["dns_broken", "other", "", undefined])("an address with the reason %s", (text) => {
  expect(readReason(text)).toBe(text === "dns_broken" ? text : undefined);
});
