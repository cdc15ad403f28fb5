import { expect, test } from "vitest";
import { listExports } from "./list-exports.ts";

test("values and types are listed, however they are exported", () => {
  const source = `
    import { inner } from "./inner.ts";
    export { a, type B, c as renamed } from "./a.ts";
    export type { D } from "./d.ts";
    export * as everything from "./e.ts";
    export const one = 1, two = 2;
    export function f() { return inner; }
    export class G {}
    export interface H {}
    export type I = string;
    export default 3;`;
  expect(listExports(source)).toEqual([
    ...["a", "B", "renamed", "D", "everything", "one", "two", "f", "G", "H", "I", "default"],
  ]);
});

test("names that a module does not say itself are refused", () => {
  expect(() => listExports(`export * from "./a.ts";`)).toThrow("export *");
});
