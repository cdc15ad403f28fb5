// Prints the failed tests of a result file of vitest; with --files, only the names of their files.
const { readFileSync } = require("node:fs");
const { relative } = require("node:path");

const [file, option] = process.argv.slice(2);
const { testResults } = JSON.parse(readFileSync(file, "utf8"));
const LINES_MAX = 12;

for (const { name, status, message, assertionResults } of testResults) {
  const path = relative("", name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0 && status !== "failed") continue;
  if (option === "--files") console.log(path);
  else if (failed.length === 0) print(path, message);
  else for (const { fullName, failureMessages } of failed) print(`${path}: ${fullName}`, failureMessages.join("\n"));
}

function print(title, message) {
  const lines = message.split("\n").slice(0, LINES_MAX);
  console.log([`FAILED: ${title}`, ...lines].join("\n    "));
}
