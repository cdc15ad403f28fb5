/** A node of the tree that `EXPLAIN AST` prints. */
export interface SyntaxNode {
  /** `Function`, `TableIdentifier`, … */
  readonly kind: string;
  /** What the node is called: `sum`, `ruaflow.records`; empty for most. */
  readonly name: string;
  /** Kind of the node above; empty at the top. */
  readonly parent: string;
}

/**
 * Reads the printed tree, one node a line, indented by its depth. A name with a line break in it can only add lines that
 * look like nodes, never take a real one away.
 */
export function parseSyntaxTree(text: string): SyntaxNode[] {
  const above: string[] = [];
  return text.split("\n").flatMap((line) => {
    const [, indent = "", kind = "", rest = ""] = line.match(/^( *)([A-Za-z:]+) ?(.*)$/) ?? [];
    if (kind === "") return [];
    above[indent.length] = kind;
    const name = rest.replace(/ \(children \d+\)$/, "").replace(/ \(alias .*\)$/, "");
    return [{ kind, name, parent: above[indent.length - 1] ?? "" }];
  });
}
