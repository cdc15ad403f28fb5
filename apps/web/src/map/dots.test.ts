import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { toDots } from "./dots.ts";
import { LAND, places } from "./world.ts";

const toCountry = (key: string | null, emails: number) => ({ key, emails, passed: emails, failed: 0 });

test("a dot's area is the country's share of messages, and small ones lie on top", () => {
  const { dots } = toDots([toCountry("DE", 100), toCountry("US", 400)]);
  expect(dots.map(({ country }) => country.key)).toEqual(["US", "DE"]);
  expect((dots[0]?.radius ?? 0) / (dots[1]?.radius ?? 1)).toBeCloseTo(2);
});

test("messages without a place on the map are counted", () => {
  const { dots, unplaced } = toDots([toCountry(null, 7), toCountry("EU", 5), toCountry("MT", 1)]);
  expect(dots.map(({ country }) => country.key)).toEqual(["MT"]);
  expect(unplaced).toBe(12);
});

test("a country with very few messages can still be seen", () => {
  const { dots } = toDots([toCountry("US", 1_000_000), toCountry("MT", 1)]);
  expect(dots[1]?.radius).toBe(1.5);
});

test.for([
  ["DE", 10, 51],
  ["BR", -53, -11],
  ["SG", 104, 1],
  ["NZ", 170, -44],
] as const)("%s is where it is", ([code, longitude, latitude]) => {
  expect(Math.abs((places.get(code)?.longitude ?? 0) - longitude)).toBeLessThan(2);
  expect(Math.abs((places.get(code)?.latitude ?? 0) - latitude)).toBeLessThan(2);
});

test("each country that a browser can name has a place, but for uninhabited islands", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  // Groups, former countries, reserved codes and uninhabited islands.
  const others = new Set(
    "AC AN BU BV CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UM UN VD XA XB YD YU ZR ZZ".split(" "),
  );
  const named = codes.filter((code) => names.of(code) !== undefined && !others.has(code));
  expect(named.length).toBeGreaterThan(240);
  expect(named.filter((code) => !places.has(code))).toEqual([]);
});

test("the map has less than 12 KiB compressed, and nothing but numbers in its path", () => {
  const source = readFileSync(new URL("world.ts", import.meta.url));
  expect(gzipSync(source).length).toBeLessThan(12 * 1024);
  expect(LAND).toMatch(/^(M-?\d+ -?\d+l[-\d ]+z)+$/);
});
