import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createProgram } from "../../apps/cli/src/program.ts";

type Command = ReturnType<typeof createProgram>;

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const { scripts } = JSON.parse(read("package.json"));
const program = createProgram({});

/** Lines of code blocks and code spans; in tables a bar is written `\|`. */
function listCode(path: string): string[] {
  const text = read(path).replaceAll("\\|", "|");
  const blocks = [...text.matchAll(/^```sh\n([\s\S]+?)^```/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const spans = [...text.replaceAll(/^```[\s\S]+?^```/gm, "").matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  return [...blocks, ...spans].map((line) => line.replace(/#.*/, "").trim());
}

/** The rows of the table of commands, which leaves out `npx ruaflow`. */
function listTableRows(): string[] {
  const [, section = ""] = read("docs/commands.md").split("## The `ruaflow` command");
  const [table = ""] = section.split("\n## ");
  return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, row = ""]) => row.replaceAll("\\|", "|"));
}

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/operator.md",
  "docs/commands.md",
  "docs/api.md",
  "docs/promises.md",
  "docs/performance.md",
  "docs/operations.md",
  "docs/runbook.md",
  "docs/analysts.md",
  "infra/compose/README.md",
];
const code = pages.flatMap(listCode);
const ruaflow = [
  ...code.flatMap((line) => line.match(/(?:npx|docker compose .*?) ruaflow (.+)$/)?.[1] ?? []),
  ...listTableRows(),
].map((line) => line.replace(/ [|<>&].*$/, ""));

/** What is wrong with the words after `ruaflow`; `null` when commander knows them. */
function findFault(line: string): string | null {
  const [words = [], flags = []] = [
    line.split(/\s+/).filter((word) => !word.startsWith("-")),
    line.match(/--[a-z-]+/g) ?? [],
  ];
  const [name = "", verbs = ""] = words;
  const command = findCommand(program, name);
  if (command === undefined) return name === "" ? findFlagFault(program, flags) : `${name} is not a command`;
  if (command.commands.length === 0) return findFlagFault(command, flags);
  for (const verb of verbs.split("|")) {
    const found = findCommand(command, verb);
    if (found === undefined) return `${name} ${verb} is not a command`;
    const fault = verbs.includes("|") ? null : findFlagFault(found, flags);
    if (fault !== null) return fault;
  }
  return null;
}

const findCommand = (parent: Pick<Command, "commands">, name: string) =>
  parent.commands.find((command) => command.name() === name);

function findFlagFault(command: Command, flags: readonly string[]): string | null {
  const known = ["--help", "--version", ...command.options.map(({ long }) => long)];
  const unknown = flags.find((flag) => !known.includes(flag));
  return unknown === undefined ? null : `${command.name()} has no ${unknown}`;
}

test("every ruaflow command that a page shows exists, with its flags", () => {
  expect(ruaflow.length).toBeGreaterThan(15);
  expect(ruaflow.flatMap((line) => findFault(line) ?? [])).toEqual([]);
});

test("every command is in the table of commands", () => {
  const rows = listTableRows().map((row) => row.split(" ")[0]);
  expect(program.commands.map((command) => command.name()).filter((name) => !rows.includes(name))).toEqual([]);
});

test("a command or a flag that does not exist is found", () => {
  const lines = [
    "import PATH --add-domain",
    "keys create|lost",
    "dead-letters replay --raw x",
    "frobnicate",
    "--versions",
  ];
  expect(lines.map(findFault)).toEqual([
    "import has no --add-domain",
    "keys lost is not a command",
    "replay has no --raw",
    "frobnicate is not a command",
    "ruaflow has no --versions",
  ]);
});

test("every npm script and every folder of tests that a page shows exists", () => {
  const named = code.flatMap((line) =>
    [...line.matchAll(/npm (?:run )?([a-z][a-z:-]*)/g)].map(([, name = ""]) => name),
  );
  const ofNpm = new Set(["run", "ci", "install", "pack"]);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !ofNpm.has(name) && !(name in scripts))).toEqual([]);
  const paths = code.flatMap((line) => line.match(/npx vitest run (\S+)/)?.[1] ?? []);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
