import { expect, test } from "vitest";
import { decompressRtf } from "./compressed-rtf.ts";

const fromHex = (hex: string): Buffer => Buffer.from(hex, "hex");
/** MS-OXRTFCP, sections 3.1 and 3.2. */
const simple = fromHex(
  "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0",
);
const repeated = fromHex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0");
const header = fromHex("ffffffffffffffff4c5a467500000000");

test("the examples of the format's specification are unpacked", () => {
  expect(decompressRtf(simple, 1000).toString()).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
  expect(decompressRtf(repeated, 1000).toString()).toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
});

test("what is cut or no RTF is refused, whatever size it states, and what is too large", () => {
  for (let length = 0; length < simple.length; length += 1) {
    expect(() => decompressRtf(simple.subarray(0, length), 1000)).toThrow("ends in the middle");
  }
  expect(() => decompressRtf(Buffer.alloc(100), 1000)).toThrow("damaged");
  expect(() => decompressRtf(simple, 42)).toThrow("too large");
  const bomb = Buffer.concat([header, Buffer.alloc(17_000, fromHex(`ff${"000f".repeat(8)}`))]);
  expect(() => decompressRtf(bomb, 20_000)).toThrow("too large");
});
