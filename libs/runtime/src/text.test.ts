import { expect, test } from "vitest";
import { toBase32 } from "./text.ts";

test("base32 agrees with the examples of RFC 4648, in lower case and without padding", () => {
  const texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
  const expected = ["", "my", "mzxq", "mzxw6", "mzxw6yq", "mzxw6ytb", "mzxw6ytboi"];
  expect(texts.map((text) => toBase32(Buffer.from(text)))).toEqual(expected);
});
