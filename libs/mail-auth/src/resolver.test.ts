import { expect, test } from "vitest";
import { createMailResolver, LookupError } from "./resolver.ts";

test("nothing can be written on the error of a lookup, which all mails that ask share", async () => {
  const resolve = createMailResolver({ servers: ["127.0.0.1:9"], timeoutMs: 50 });
  const error: unknown = await resolve("nothing.example", "TXT").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LookupError);
  expect(Object.isFrozen(error)).toBe(true);
});
