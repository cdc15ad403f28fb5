import { expect, test } from "vitest";
import { choosePartition, murmur2 } from "./partition.ts";

test.each([
  ["21", -973932308],
  ["foobar", -790332482],
  ["a-little-bit-long-string", -985981536],
  ["a-little-bit-longer-string", -1486304829],
  ["lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971],
  ["abc", 479470107],
])("murmur2 of %s is the value that Kafka's own test expects (UtilsTest.testMurmur2)", (text, hash) => {
  expect(murmur2(Buffer.from(text))).toBe(hash);
});

test("every partition gets its share of keys", () => {
  const counts = Array.from({ length: 6 }, () => 0);
  for (let key = 0; key < 6000; key += 1) {
    const partition = choosePartition(`key-${key}`, 6);
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
