import { OutageError, RefusedWriteError } from "@ruaflow/runtime/errors";
import { expect, test } from "vitest";
import { toWriteError } from "./write-error.ts";

const fail = (type: string) => Object.assign(new Error(type), { code: "1", type });

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

test("any other error is returned unchanged", () => {
  for (const error of [fail("LOGICAL_ERROR"), new Error("no type"), "text"]) expect(toWriteError(error)).toBe(error);
});
