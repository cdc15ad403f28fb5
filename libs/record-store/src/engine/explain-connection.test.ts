import { OutageError, UsageError } from "@ruaflow/runtime/errors";
import { expect, test } from "vitest";
import { createRecordStore } from "../record-store.ts";
import { explainConnection } from "./explain-connection.ts";

test("a server that does not listen is an outage of ClickHouse by name", async () => {
  const opened = createRecordStore({ url: "http://ruaflow:secret@127.0.0.1:1/ruaflow" });
  const error = await opened.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OutageError);
  expect(String(error)).toMatch(/^OutageError: ClickHouse cannot be reached: .*ECONNREFUSED/);
});

test("a wrong password is for the operator, not an outage", () => {
  const explained = explainConnection(new Error("Authentication failed: password is incorrect"));
  expect(explained).toBeInstanceOf(UsageError);
});
