import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listAnchors } from "./anchors.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const WORDS_MAX = 45_000;
const README_LINES_MAX = 120;

const tracked = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" });
const pages = tracked.split("\n").filter((path) => path !== "" && existsSync(`${root}${path}`));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** The links of a page to files and sections of this repository that lead nowhere. */
function findBrokenLinks(page: string, text: string): string[] {
  const prose = text
    .replaceAll(/^```[\s\S]+?^```/gm, "")
    .replaceAll(/`[^`\n]+`/g, (code) => code.replaceAll("](", "] ("));
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => !isReachable(page, link))
    .map((link) => `${page}: ${link}`);
}

function isReachable(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(`${root}${target}`)) return false;
  return anchor === undefined || listAnchors(read(target)).has(anchor);
}

test("every link of a page leads to a file and a section that exist", () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.flatMap((page) => findBrokenLinks(page, read(page)))).toEqual([]);
});

test("a link to a missing file or section is found", () => {
  const text = "[a](missing.md) [b](README.md#no-such-section) [c](README.md#start) [d](https://example.com)";
  expect(findBrokenLinks("README.md", text)).toEqual(["README.md: missing.md", "README.md: README.md#no-such-section"]);
});

test("the README fits a screen and a half, and shows no missed goal", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(README_LINES_MAX);
  expect(read("README.md")).not.toContain("**missed**");
});

test("all pages together stay short enough to be read: say it once, and link", () => {
  const words = pages.map((page) => read(page).split(/\s+/).filter(Boolean).length);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThan(WORDS_MAX);
});

test("each reader has a first page, which the index of the documentation names", () => {
  const index = read("docs/README.md");
  for (const page of ["operator.md", "api.md", "analysts.md", "../CONTRIBUTING.md"])
    expect(index).toContain(`](${page})`);
});
