/** A path with parameters; without those that are `undefined` or empty. */
export function toAddress(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Fills the ids of a path: `/reports/:id`. */
export function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(ids[name] ?? ""));
}
