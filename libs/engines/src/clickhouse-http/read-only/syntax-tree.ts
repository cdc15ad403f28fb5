/** A node of the tree that `EXPLAIN AST` prints. */
export interface SyntaxNode {
  /** `Function`, `TableIdentifier`, …; `""` for a line that is no node. */
  readonly kind: string;
  /** The name of the node: `sum`, `ruaflow_v1.records`; empty for most nodes. */
  readonly name: string;
  /** The name that the query gives it with AS; empty for most nodes. */
  readonly alias: string;
  /** Kind of the parent node; empty at the top. */
  readonly parent: string;
  readonly children: readonly SyntaxNode[];
}

interface GrowingNode extends SyntaxNode {
  readonly children: SyntaxNode[];
}

/**
 * Parses the printed tree: one node per line, indented by depth. A name with a line break can only add lines that look
 * like nodes, never hide a real one.
 */
export function parseSyntaxTree(text: string): SyntaxNode[] {
  const ancestors: GrowingNode[] = [];
  return text.split("\n").map((line) => {
    const [, indent = "", kind = "", rest = ""] = line.match(/^( *)([A-Za-z:]+)(?: (.*))?$/) ?? [];
    const [, name = "", alias = ""] =
      rest.replace(/ ?\(children \d+\)$/, "").match(/^ ?(.*?)(?: ?\(alias (.*)\))?$/) ?? [];
    const parent = ancestors[indent.length - 1];
    const node: GrowingNode = { kind, name, alias, parent: parent?.kind ?? "", children: [] };
    parent?.children.push(node);
    ancestors[indent.length] = node;
    return node;
  });
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0" };

/** The value of a text in plain sight; `undefined` for all other nodes. */
export function readText({ kind, name }: SyntaxNode): string | undefined {
  const [, quoted] = kind === "Literal" ? (name.match(/^'((?:[^'\\]|\\.)*)'$/s) ?? []) : [];
  return quoted?.replace(/\\(.)/gs, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}
