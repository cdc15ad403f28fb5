import { type ModuleItem, parseSync } from "@swc/core";

/**
 * Names that a TypeScript module exports: values and types.
 * @throws {Error} for `export *`, whose names the module itself does not say
 */
export function listExports(source: string): string[] {
  return parseSync(source, { syntax: "typescript" }).body.flatMap(readNames);
}

function readNames(item: ModuleItem): string[] {
  if (item.type === "ExportAllDeclaration") throw new Error("`export *` hides what is exported: name it");
  if (item.type === "ExportNamedDeclaration") {
    return item.specifiers.flatMap((specifier) => {
      if (specifier.type === "ExportSpecifier") return (specifier.exported ?? specifier.orig).value;
      return specifier.type === "ExportNamespaceSpecifier" ? specifier.name.value : "default";
    });
  }
  if (item.type === "ExportDefaultDeclaration" || item.type === "ExportDefaultExpression") return ["default"];
  if (item.type !== "ExportDeclaration") return [];
  const { declaration } = item;
  if (declaration.type === "VariableDeclaration") return declaration.declarations.map(({ id }) => readName(id));
  return [readName("identifier" in declaration ? declaration.identifier : declaration.id)];
}

function readName(node: { readonly type: string; readonly value?: unknown }): string {
  if (typeof node.value !== "string") throw new Error(`cannot read the name of an exported ${node.type}`);
  return node.value;
}
