import { Type } from "typebox";
import { beforeAll, expect, test } from "vitest";
import { createTestServer } from "../testing/start-server.ts";
import type { OpenApiDocument, Operation } from "./document.ts";

const TimeOrNull = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);

let operation: Operation | undefined;

beforeAll(async () => {
  const server = await createTestServer();
  const schema = {
    querystring: Type.Object({ page: Type.Integer({ default: 1 }) }),
    body: Type.Object({
      name: Type.String({ examples: ["first"] }),
      active: Type.Boolean({ default: true }),
      note: Type.Union([Type.String(), Type.Null()], { examples: [null] }),
    }),
    response: { 201: Type.Object({ data: Type.Array(Type.Object({ at: TimeOrNull, kind: Type.Literal("a") })) }) },
  };
  server.post("/things", { schema }, async () => ({ data: [] }));
  await server.ready();
  const { paths }: OpenApiDocument = JSON.parse(JSON.stringify(server.swagger()));
  operation = paths["/things"]?.post;
});

test("every error that a POST with a body can answer with is documented, as a problem document with an example", () => {
  const errors = Object.entries(operation?.responses ?? {}).filter(([status]) => Number(status) >= 400);
  expect(errors.map(([status]) => Number(status))).toEqual([400, 401, 403, 409, 413, 415, 422, 429, 500, 503]);
  for (const [status, { content }] of errors) {
    const media = content?.["application/problem+json"];
    expect(media?.schema).toEqual({ $ref: "#/components/schemas/Problem" });
    expect(media?.example).toMatchObject({ status: Number(status), instance: "/things" });
  }
});

test("fields with a default are optional", () => {
  expect(operation?.parameters?.map(({ name, required }) => [name, required])).toContainEqual(["page", false]);
  expect(operation?.requestBody?.content["application/json"]?.schema).toMatchObject({ required: ["name", "note"] });
});

test("bodies have an example, built from the examples of their parts", () => {
  const body = operation?.requestBody?.content["application/json"]?.example;
  expect(body).toEqual({ name: "first", active: true, note: null });
  const answer = operation?.responses["201"]?.content?.["application/json"]?.example;
  expect(answer).toEqual({ data: [{ at: "2026-10-01T08:30:00.000Z", kind: "a" }] });
});

test("every response documents its request id, and some Retry-After", () => {
  const { responses = {} } = operation ?? {};
  expect(Object.keys(responses["201"]?.headers ?? {})).toEqual(["X-Request-Id"]);
  for (const status of ["429", "503"]) expect(Object.keys(responses[status]?.headers ?? {})).toContain("Retry-After");
});
