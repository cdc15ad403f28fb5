import { deny } from "./deny.ts";
import type { SyntaxNode } from "./syntax-tree.ts";

const NAME = "(?:\\w+|`[^`]*`)";
const TEXT = "'(?:[^'\\\\]|\\\\.)*'";

/** Kinds of the tree's top, each with the form of its text: the tree leaves out clauses of SHOW. */
const STATEMENTS: Readonly<Record<string, RegExp>> = {
  SelectWithUnionQuery: /^/,
  Explain: /^EXPLAIN (?!TABLE OVERRIDE|CURRENT)/,
  DescribeQuery: /^DESCRIBE /,
  ShowTables: new RegExp(`^SHOW (?:TABLES|DATABASES)(?: FROM ${NAME})?(?: (?:NOT )?I?LIKE ${TEXT})?(?: LIMIT \\d+)?$`),
  ShowCreateTableQuery: new RegExp(`^SHOW CREATE TABLE ${NAME}(?:\\.${NAME})?$`),
  ExistsTableQuery: new RegExp(`^EXISTS TABLE ${NAME}(?:\\.${NAME})?$`),
};

/** @param text the statement in canonical form, without FORMAT */
export function checkStatement(top: SyntaxNode | undefined, text: string): void {
  const form = STATEMENTS[top?.kind ?? ""];
  if (form === undefined) deny("any statement but SELECT, EXPLAIN, DESCRIBE, SHOW and EXISTS");
  if (!form.test(text)) deny("this form of SHOW or EXPLAIN");
}
