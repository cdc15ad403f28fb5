/** Top-level names that no public resolver knows (RFC 2606, section 2; RFC 6761, section 6; RFC 6762; RFC 7686). */
const RESERVED = new Set(["example", "invalid", "localhost", "test", "local", "onion"]);

/** True for a name below a reserved top-level name. Its absence from DNS says nothing. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name.toLowerCase().split(".").at(-1) ?? "");
}

/** True for the address of a resolver on this machine, with or without a port. */
export function isLoopback(server: string): boolean {
  return /^(127(\.\d{1,3}){3}(:\d+)?|\[?::1\]?(:\d+)?)$/.test(server);
}
