import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const { scripts } = JSON.parse(read("package.json"));
const page = read("SECURITY.md");
const rows = page.split("\n").filter((line) => line.startsWith("| ") && !/^\| (who|---) \|/.test(line));
const listQuoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, quoted = ""]) => quoted);
const isPath = (text: string) => /^(apps|libs|test|infra|docs)\/[\w./-]+$/.test(text);

test("every file and folder that SECURITY.md names exists", () => {
  const paths = listQuoted(page).filter(isPath);
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !existsSync(fileURLToPath(new URL(path, root))))).toEqual([]);
});

test("every command that it names as a test is one", () => {
  const commands = listQuoted(page).filter((text) => text.startsWith("npm run "));
  expect(commands.length).toBeGreaterThan(3);
  const names = commands.map((command) => command.split(" ")[2] ?? "");
  expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("every threat says who, by which door, what is promised, the guard, and a test", () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const cells = row.split("|").slice(1, -1);
    expect([row, cells.length, cells.every((cell) => cell.trim() !== "")]).toEqual([row, 5, true]);
    const tests = listQuoted(cells[4] ?? "");
    const isTest = (text: string) => /\.test\.ts$/.test(text) || /^(npm run|npx vitest run) /.test(text);
    expect([row, tests.some(isTest)]).toEqual([row, true]);
  }
});
