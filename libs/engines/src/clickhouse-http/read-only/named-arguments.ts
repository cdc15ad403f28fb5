import { readFileSync } from "node:fs";
import { checkType, checkZone } from "./check-type.ts";
import { deny } from "./deny.ts";
import { readText, type SyntaxNode } from "./syntax-tree.ts";

/** The arguments by which a function names a time zone or a type. */
interface NamedArguments {
  /** Index of the first argument that may be a time zone; all that follow may be one. */
  readonly zoneFrom?: number;
  /** Index of the argument that is a type; -1: the last one. */
  readonly typeAt?: number;
}

const TITLE = /^(?:time zone from argument (?<zone>\d)|type at argument (?<type>\d)|type as last argument)$/;

/**
 * The functions that take a time zone or a type, by their names in lower case. The list is measured: every allowed function was called
 * with the path of a file in every argument, and the files that the engine tried to open show which argument it was.
 */
export function readNamedArguments(): ReadonlyMap<string, NamedArguments> {
  const text = readFileSync(new URL("named-arguments.txt", import.meta.url), "utf8");
  const groups = text.split(/^# /m).slice(1);
  const entries = groups.flatMap((group) => {
    const [title = "", ...lines] = group.split("\n");
    const { zone, type = 0 } = title.match(TITLE)?.groups ?? {};
    const named: NamedArguments = zone === undefined ? { typeAt: Number(type) - 1 } : { zoneFrom: Number(zone) - 1 };
    return lines.flatMap((line) => line.split(" ").filter(Boolean)).map((name) => [name.toLowerCase(), named] as const);
  });
  return new Map(entries);
}

const NAMED = readNamedArguments();

/** A number, a boolean or NULL, as the tree prints it. */
const NOT_TEXT = /^(?:(?:U?Int\d+|Float64|Bool)_[\w.+-]+|NULL)$/;

/**
 * Takes time zones from a list, and types in plain text alone. The engine opens a file as the time zone that it does not know, already
 * while it analyzes a query. No check can read a name that the query puts together.
 *
 * @throws ClickHouseRefusal ACCESS_DENIED (497)
 */
export function checkNamedArguments({ name, children }: SyntaxNode, zones: ReadonlySet<string>): void {
  const { zoneFrom, typeAt } = NAMED.get(name.toLowerCase()) ?? {};
  for (const { kind, children: given } of children) {
    if (kind !== "ExpressionList") continue;
    if (zoneFrom !== undefined) for (const argument of given.slice(zoneFrom)) checkZoneArgument(name, argument, zones);
    const type = typeAt === undefined ? undefined : given.at(typeAt);
    if (type !== undefined) checkType(readText(type) ?? deny(`${name} without a plain text as its type`), zones);
  }
  checkLent(name, children[0]?.children ?? []);
}

function checkZoneArgument(name: string, argument: SyntaxNode, zones: ReadonlySet<string>): void {
  if (argument.kind === "Literal" && NOT_TEXT.test(argument.name)) return;
  checkZone(readText(argument) ?? deny(`${name} without a plain text as its time zone`), zones);
}

/**
 * A function that another one calls by its name takes values for arguments: `arrayMap(toString, times, zones)`. The engine accepts a
 * time zone that is not constant from these alone.
 */
const LENT = /^(?:toString|formatDateTime(?:InJodaSyntax)?|date_format|from_?unixtime(?:stamp)?(?:InJodaSyntax)?)$/i;

function checkLent(caller: string, given: readonly SyntaxNode[]): void {
  for (const [index, { kind, name }] of given.entries()) {
    if (kind !== "Identifier" || !LENT.test(name.split(".").at(-1) ?? "")) continue;
    if (index > 0 || given.length > 2 || !/^array/i.test(caller)) deny(`the name ${name} as a value of ${caller}`);
  }
}
