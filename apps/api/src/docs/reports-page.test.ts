import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi, type TestApi } from "../testing/index.ts";

let api: TestApi;
let document: string;
let page: string;

beforeAll(async () => {
  api = await startApi();
  // With the uploads, which another room describes.
  document = await readFile(new URL("../../openapi.json", import.meta.url), "utf8");
  page = (await api.server.inject({ url: "/docs/reports" })).payload;
});

afterAll(() => api.stop());

test("every section that a description links to is there, and every section is linked to", () => {
  const linked = [...document.matchAll(/\(\/docs\/reports#(\w+)\)/g)].map(([, id]) => id);
  const sections = [...page.matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id);
  expect(new Set(linked)).toEqual(new Set(sections));
});

test("it names every filter of records and the weight of every reason for attention", () => {
  for (const name of ["source_ip", "selector", "result", "country"]) expect(page).toContain(`<code>${name}</code>`);
  expect(page).toContain('<th scope="row">dns_broken</th><td>220</td><td>10 for each wrong record</td>');
  expect(page).toContain("The size of a reason adds up to 60.");
});
