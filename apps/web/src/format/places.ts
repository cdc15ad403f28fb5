/**
 * Where in a request a fault is, in words: "/body/domains/3/client_reference" is "domains, number 4, client reference"; empty for a
 * parameter of the address, which people have not written.
 */
export function describePlace(pointer: string): string {
  const [, part, ...names] = pointer.split("/");
  if (part !== "body") return "";
  return names
    .map((name) => (/^\d+$/.test(name) ? `number ${Number(name) + 1}` : name.replaceAll("_", " ")))
    .join(", ");
}
