import { paths } from "./paths.ts";

/** A path with parameters; without those that are `undefined` or empty. */
export function toAddress(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Fills the ids of a path: `/reports/:id`. */
export function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(ids[name] ?? ""));
}

/**
 * The address of a client's home. References are any text: `.` and `..` have a meaning of their own in paths, however they are
 * encoded, so those clients have the overview for a home.
 */
export function toClientPath(
  reference: string,
  linkTo: (path: string, changes: Readonly<Record<string, string | undefined>>) => string,
): string {
  const others = { domain: undefined, label: undefined };
  if (/^\.{1,2}$/.test(reference)) return linkTo(paths.overview, { ...others, client: reference });
  return linkTo(fillPath(paths.client, { reference }), { ...others, client: undefined });
}
