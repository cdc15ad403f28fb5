import { describe, expect, it } from "vitest";
import { readCanonicalText } from "./canonical-text.ts";
import { checkWords } from "./check-words.ts";
import { createFunctionRules } from "./functions.ts";

const functions = createFunctionRules([], ["hostname"]);

function check(text: string): void {
  checkWords(readCanonicalText(text).words, { functions, lambdas: new Set(["next"]) });
}

describe("the text of a statement, whatever its tree shows", () => {
  it.each([
    "SHOW TABLES WHERE file('/etc/passwd') != ''",
    "SHOW TABLES LIMIT length(file('/etc/passwd'))",
    "SHOW TABLES WHERE arrayMap(file, ['/etc/passwd']) = ['']",
    "SHOW TABLES WHERE name IN (SELECT * FROM url('http://127.0.0.1/'))",
    "SELECT `file`('x')",
    'SELECT "file"(1)',
    "SELECT 'it\\'s', file('x')",
    "SELECT '\\\\', file('x')",
    "SELECT 'a''b', file('x')",
    "SELECT `a\\`b`, file('x')",
    "SELECT {x:String}, file('x')",
    "SELECT FILE('x')",
    "SELECT t.file('x')",
  ])("calls and names no function that reads more than its arguments: %s", (text) => {
    expect(() => check(text)).toThrow("does not allow");
  });

  it.each([
    "SELECT 'file(1)', 'arrayMap(file, [])' AS x",
    "SELECT '\\' file('",
    "SELECT {file:String}, {dictGet:Identifier}",
    "SELECT hostname, next(1), COLUMNS('x'), sumIf(1, 1) OVER (ORDER BY x) FROM t WHERE x IN (1)",
  ])("may have their names in texts, placeholders, columns and lambdas: %s", (text) => {
    expect(() => check(text)).not.toThrow();
  });
});
