/** Names that are remembered for each function; about 2 MB. */
const NAMES_MAX = 10_000;

/**
 * A function of a name that remembers what it said. A domain's mail has few names, each thousands of times, and what a name is takes
 * longer to find than all rules together. When it is full it forgets everything, so many names cost time, not memory.
 */
export function cacheByName<T>(find: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found as T;
    if (known.size >= NAMES_MAX) known.clear();
    const fresh = find(name);
    known.set(name, fresh);
    return fresh;
  };
}
