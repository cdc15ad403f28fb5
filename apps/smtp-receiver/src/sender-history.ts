/** Neighbourhoods that are remembered; beyond it the one that completed a message least recently is forgotten. */
const NEIGHBOURHOODS_MAX = 10_000;

/** Neighbourhoods whose mail was accepted since the process started: the senders of reports are the same every day. */
export interface SenderHistory {
  has(neighbourhood: string): boolean;
  add(neighbourhood: string): void;
}

export function createSenderHistory(): SenderHistory {
  // In the order of the last message.
  const known = new Set<string>();
  return {
    has: (neighbourhood) => known.has(neighbourhood),
    add(neighbourhood) {
      known.delete(neighbourhood);
      known.add(neighbourhood);
      const [oldest] = known;
      if (known.size > NEIGHBOURHOODS_MAX && oldest !== undefined) known.delete(oldest);
    },
  };
}
