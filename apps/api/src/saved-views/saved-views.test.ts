import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startApi, type TestApi, type TestOrganization } from "../testing/index.ts";

interface View {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

let api: TestApi;
let organization: TestOrganization;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.stop());

beforeEach(async () => {
  organization = await api.createOrganization();
});

const url = "/api/v1/saved-views";
const save = (body: object, key = organization.key) =>
  organization.ask<{ data: View }>({ method: "POST", url, body, key });
const list = async (key = organization.key) => (await organization.ask<{ data: View[] }>({ url, key })).body.data;

test("a view is saved, listed by name, renamed and deleted", async () => {
  const { status, body } = await save({ name: "weekly", address: "/failures?days=7&client=C-1" });
  await save({ name: "Attention", address: "/attention" });
  expect([status, (await list()).map(({ name }) => name)]).toEqual([201, ["Attention", "weekly"]]);
  const one = `${url}/${body.data.id}`;
  const renamed = await organization.ask({ method: "PUT", url: one, body: { name: "<b>daily</b>" } });
  expect(renamed).toMatchObject({ status: 200, body: { data: { ...body.data, name: "<b>daily</b>" } } });
  expect((await organization.ask({ method: "DELETE", url: one })).status).toBe(204);
  expect((await organization.ask({ method: "DELETE", url: one })).status).toBe(404);
  expect((await list()).map(({ name }) => name)).toEqual(["Attention"]);
});

test("a key sees and changes its own views only, also within its organization", async () => {
  const { data } = (await save({ name: "mine", address: "/" })).body;
  const key = await organization.createKey(["reports:read"]);
  expect(await list(key)).toEqual([]);
  const one = `${url}/${data.id}`;
  expect((await organization.ask({ method: "PUT", url: one, body: { name: "x" }, key })).status).toBe(404);
  expect((await organization.ask({ method: "DELETE", url: one, key })).status).toBe(404);
  expect(await list()).toMatchObject([{ name: "mine" }]);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "failures",
  "",
  "/a\nb",
  "/a\\b",
  "/a#b",
  `/${"x".repeat(2000)}`,
])("the address %j is refused: it is not a path of the page", async (address) => {
  expect((await save({ name: "x", address })).status).toBe(400);
});

test("a key has at most 100 views, also when they are saved at the same time", async () => {
  const answers = await Promise.all(
    Array.from({ length: 103 }, (_, index) => save({ name: `${index}`, address: "/" })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  for (const name of ["", "x".repeat(101), "two\nlines"]) expect((await save({ name, address: "/" })).status).toBe(400);
});
