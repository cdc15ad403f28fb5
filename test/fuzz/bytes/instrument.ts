import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { type Node, parse } from "acorn";
import { full } from "acorn-walk";
import MagicString from "magic-string";

/** Blocks and branches of the instrumented code; a power of two, so that one too many only shares a counter. */
export const COUNTERS = 65_536;

/** How often each block and branch ran since the counters were cleared, modulo 256. */
export const counters = new Uint8Array(COUNTERS);

/** The product's readers, the libraries that read for them, and faults that are planted. */
const instrumented =
  /\/libs\/dmarc\/src\/(?!.*testing\/)|\/node_modules\/(?:yauzl|postal-mime)\/|\/broken-targets\.ts$/;

declare global {
  var ruaflowCounters: Uint8Array;
}

/** Counts the blocks and branches of the readers that are imported from now on. */
export function instrumentImports(): void {
  globalThis.ruaflowCounters = counters;
  let used = 0;
  const count = (): number => used++ % COUNTERS;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith("file:") || !instrumented.test(url)) return loaded;
      const source = readFileSync(fileURLToPath(url), "utf8");
      const code = url.endsWith(".ts") ? stripTypeScriptTypes(source) : source;
      const format = loaded.format?.startsWith("module") ? "module" : "commonjs";
      return { format, source: countBlocks(code, { isModule: format === "module", count }), shortCircuit: true };
    },
  });
}

interface Counting {
  readonly isModule: boolean;
  /** The number of the next counter. */
  readonly count: () => number;
}

/** The code with a counter in each block and each branch of an expression. */
export function countBlocks(code: string, { isModule, count }: Counting): string {
  const text = new MagicString(code);
  const inBlock = (node: Node): void => {
    if (node.type === "BlockStatement") text.prependRight(node.start + 1, `$counters[${count()}]++;`);
    else text.prependRight(node.start, `{$counters[${count()}]++;`).appendLeft(node.end, "}");
  };
  const inExpression = (node: Node): void => {
    text.prependRight(node.start, `($counters[${count()}]++,`).appendLeft(node.end, ")");
  };
  // Children come before their parents, so that what is added around a parent stands outside.
  full(parse(code, { ecmaVersion: "latest", sourceType: isModule ? "module" : "commonjs" }), (node) => {
    for (const statement of listStatements(node)) inBlock(statement);
    for (const expression of listExpressions(node)) inExpression(expression);
  });
  return text.prepend("const $counters = globalThis.ruaflowCounters;").toString();
}

const statements: Readonly<Record<string, readonly string[]>> = {
  IfStatement: ["consequent", "alternate"],
  ForStatement: ["body"],
  ForInStatement: ["body"],
  ForOfStatement: ["body"],
  WhileStatement: ["body"],
  DoWhileStatement: ["body"],
  FunctionDeclaration: ["body"],
  FunctionExpression: ["body"],
  CatchClause: ["body"],
};

const expressions: Readonly<Record<string, readonly string[]>> = {
  ConditionalExpression: ["consequent", "alternate"],
  LogicalExpression: ["right"],
};

function listStatements(node: Node): Node[] {
  if (node.type === "ArrowFunctionExpression") return pick(node, ["body"]).filter(isBlock);
  return pick(node, statements[node.type] ?? []);
}

function listExpressions(node: Node): Node[] {
  if (node.type === "ArrowFunctionExpression") return pick(node, ["body"]).filter((body) => !isBlock(body));
  return pick(node, expressions[node.type] ?? []);
}

function pick(node: Node, names: readonly string[]): Node[] {
  return names.map((name): unknown => Reflect.get(node, name)).filter(isNode);
}

function isNode(part: unknown): part is Node {
  return typeof part === "object" && part !== null && "type" in part;
}

function isBlock(node: Node): boolean {
  return node.type === "BlockStatement";
}
