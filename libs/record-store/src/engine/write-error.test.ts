import { LimitError, OutageError, RefusedWriteError } from "@ruaflow/runtime/errors";
import { expect, test } from "vitest";
import { toStatementError, toWriteError, toWriterError } from "./write-error.ts";

const fail = (type: string, message = type) => Object.assign(new Error(message), { code: "1", type });

test.each(["CANNOT_PARSE_IPV6", "CANNOT_PARSE_INPUT_ASSERTION_FAILED", "INCORRECT_DATA", "TYPE_MISMATCH"])(
  "%s blames a value: retrying cannot help",
  (type) => expect(toWriteError(fail(type))).toBeInstanceOf(RefusedWriteError),
);

test.each([
  "MEMORY_LIMIT_EXCEEDED",
  "TOO_MANY_PARTS",
  "NOT_ENOUGH_SPACE",
  "TIMEOUT_EXCEEDED",
  "TOO_FEW_LIVE_REPLICAS",
  "UNKNOWN_STATUS_OF_INSERT",
  "UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE",
  "REPLICA_IS_NOT_IN_QUORUM",
])("%s is temporary: it is waited out", (type) => expect(toWriteError(fail(type))).toBeInstanceOf(OutageError));

test.each([
  "AIO_WRITE_ERROR",
  "CANNOT_CREATE_DIRECTORY",
  "CANNOT_OPEN_FILE",
  "CANNOT_READ_FROM_FILE_DESCRIPTOR",
  "CANNOT_SCHEDULE_TASK",
  "CANNOT_WRITE_TO_FILE_DESCRIPTOR",
  "EPOLL_ERROR",
  "NOT_ENOUGH_SPACE",
])("%s is the machine's: every statement waits it out", (type) => {
  for (const toError of [toStatementError, toWriterError, toWriteError])
    expect(toError(fail(type))).toBeInstanceOf(OutageError);
});

test("a library's exception is the machine's only by its text", () => {
  const full = "filesystem error: in create_directories: Too many open files";
  expect(toStatementError(fail("STD_EXCEPTION", full))).toBeInstanceOf(OutageError);
  const other = fail("STD_EXCEPTION", "vector");
  expect(toStatementError(other)).toBe(other);
});

test("a report that quotes an error of the machine is refused, and holds up no other", () => {
  const quoted = fail("CANNOT_PARSE_TEXT", "Cannot parse 'errno: 24, Too many open files'");
  expect(toWriteError(quoted)).toBeInstanceOf(RefusedWriteError);
  const unknown = fail("LOGICAL_ERROR", "Cannot parse 'errno: 24, Too many open files'");
  expect(toWriteError(unknown)).toBe(unknown);
});

test("a limit that a writer's question meets is waited out; a question of the API gets the error itself", () => {
  for (const type of ["MEMORY_LIMIT_EXCEEDED", "TIMEOUT_EXCEEDED"]) {
    const error = fail(type);
    expect(toWriterError(error)).toBeInstanceOf(OutageError);
    expect(toStatementError(error)).toBe(error);
  }
});

test("any other error is returned unchanged", () => {
  for (const error of [fail("LOGICAL_ERROR"), new Error("no type"), "text"]) expect(toWriteError(error)).toBe(error);
});

test("a limit that a writer's question meets is waited for", () => {
  const limit = new LimitError("The record store", new Error("Timeout exceeded"));
  expect(toWriterError(limit)).toBeInstanceOf(OutageError);
});
