import { isOutage } from "@ruaflow/runtime/errors";
import { expect, test } from "vitest";
import { EnvelopeError } from "../submission/refusal.ts";
import { toInflateError } from "./inflate.ts";

const fail = (code: string) => Object.assign(new Error(code), { code });

test("zlib without memory is an outage; its other errors refuse the data", () => {
  expect(isOutage(toInflateError(fail("Z_MEM_ERROR")))).toBe(true);
  for (const code of ["Z_BUF_ERROR", "Z_DATA_ERROR"]) expect(toInflateError(fail(code))).toBeInstanceOf(EnvelopeError);
});
