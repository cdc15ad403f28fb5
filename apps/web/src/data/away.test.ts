import { RuaflowError } from "@ruaflow/client";
import { expect, test } from "vitest";
import { isAway } from "./away.ts";

const failed = (status: number) =>
  new RuaflowError({ status, code: "x", detail: "x", requestId: null, errors: [], retryAfterMs: null, problem: {} });

test("the service is away without a response, and where a proxy says so; a refusal is an answer", () => {
  expect([0, 502, 504].map((status) => isAway(failed(status)))).toEqual([true, true, true]);
  expect([400, 401, 404, 429, 500, 503].map((status) => isAway(failed(status)))).not.toContain(true);
  expect([new TypeError("Failed to fetch"), null].map(isAway)).toEqual([false, false]);
});
