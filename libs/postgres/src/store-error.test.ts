import { expect, test } from "vitest";
import { isPostgresOutage } from "./store-error.ts";

const withCode = (code: string) => Object.assign(new Error("it failed"), { code });

test.for([
  ...["08006", "57P01", "57P03", "57014", "40001", "40P01", "25006", "55P03", "ECONNREFUSED", "EPIPE"],
  ...["53000", "53100", "53200", "53300", "58000", "58030", "EMFILE", "ENFILE", "ENOSPC", "EDQUOT", "ENOMEM"],
])("the code %s is an outage", (code) => expect(isPostgresOutage(withCode(code))).toBe(true));

test.for(["23505", "23503", "42P01", "22P02", "28P01", "42501", "ENOENT"])("the code %s is a mistake", (code) =>
  expect(isPostgresOutage(withCode(code))).toBe(false),
);

test.for(["Connection terminated unexpectedly", "Query read timeout", "timeout exceeded when trying to connect"])(
  "the driver's message %j is an outage",
  (message) => expect(isPostgresOutage(new Error(message))).toBe(true),
);

test("a connection attempt to several addresses is an outage when all of them are unreachable", () => {
  const unreachable = withCode("ECONNREFUSED");
  expect(isPostgresOutage(new AggregateError([unreachable, unreachable]))).toBe(true);
  expect(isPostgresOutage(new AggregateError([unreachable, withCode("28P01")]))).toBe(false);
  expect(isPostgresOutage(new AggregateError([]))).toBe(false);
});
