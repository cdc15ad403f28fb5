/** A node of the tree that `EXPLAIN AST` prints. */
export interface SyntaxNode {
  /** `Function`, `TableIdentifier`, … */
  readonly kind: string;
  /** The name of the node: `sum`, `ruaflow.records`; empty for most nodes. */
  readonly name: string;
  /** Kind of the parent node; empty at the top. */
  readonly parent: string;
}

/**
 * Parses the printed tree: one node per line, indented by depth. A name with a line break can only add lines that look
 * like nodes, never hide a real one.
 */
export function parseSyntaxTree(text: string): SyntaxNode[] {
  const ancestors: string[] = [];
  return text.split("\n").flatMap((line) => {
    const [, indent = "", kind = "", rest = ""] = line.match(/^( *)([A-Za-z:]+) ?(.*)$/) ?? [];
    if (kind === "") return [];
    ancestors[indent.length] = kind;
    const name = rest.replace(/ \(children \d+\)$/, "").replace(/ \(alias .*\)$/, "");
    return [{ kind, name, parent: ancestors[indent.length - 1] ?? "" }];
  });
}
