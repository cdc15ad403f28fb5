import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { toSourceFacts } from "./source-schema.ts";

const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

test("while host names are not looked up, the OpenAPI document and README say so", async () => {
  const { hostname } = toSourceFacts({ lookup: () => ({ organization: null, country: null, asn: null }) }, "192.0.2.1");
  expect(hostname).toBeNull();
  const descriptions = findHostnames(JSON.parse(await read("../../openapi.json")));
  expect(descriptions.length).toBeGreaterThanOrEqual(3);
  for (const description of descriptions) expect(description).toContain("does not look names up yet");
  expect(await read("../../../../README.md")).toMatch(/`hostname`[^.]*not\s+look\s+names\s+up\s+yet/);
});

/** The descriptions of all properties of this name in a document. */
function findHostnames(part: unknown): unknown[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === "hostname" && isDescribed(value) ? [value.description] : findHostnames(value),
  );
}

function isDescribed(value: unknown): value is { readonly description: string } {
  return typeof value === "object" && value !== null && "description" in value;
}
