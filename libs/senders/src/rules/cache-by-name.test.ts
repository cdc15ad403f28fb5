import { expect, test } from "vitest";
import { cacheByName } from "./cache-by-name.ts";

test("a name is asked for once, also if nothing is known of it", () => {
  const asked: string[] = [];
  const find = cacheByName((name) => {
    asked.push(name);
    return name === "unknown" ? undefined : name.length;
  });
  expect([find("name"), find("unknown"), find("name"), find("unknown")]).toEqual([4, undefined, 4, undefined]);
  expect(asked).toEqual(["name", "unknown"]);
});

test("what 10,000 names gave is forgotten, not kept", () => {
  let asked = 0;
  const find = cacheByName((name) => {
    asked += 1;
    return name;
  });
  for (let index = 0; index <= 10_000; index += 1) find(`${index}.example`);
  expect(find("0.example")).toBe("0.example");
  expect(asked).toBe(10_002);
});
