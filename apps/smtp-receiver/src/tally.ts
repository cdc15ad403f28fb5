/** How many there are of each name. Names without any take no memory. */
export interface Tally {
  count(name: string): number;
  add(name: string): void;
  take(name: string): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  return {
    count,
    add: (name) => counts.set(name, count(name) + 1),
    take(name) {
      const left = count(name) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    },
  };
}
