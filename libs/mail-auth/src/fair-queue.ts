/** Things that wait, by who sent them. */
export interface FairQueue<Item> {
  add(sender: string, item: Item): void;
  /** The oldest of the sender whose turn it is; senders take turns. `undefined` when nothing waits. */
  take(): Item | undefined;
}

/** Creates an empty queue in which a sender with many items does not keep those of others waiting. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of turns. */
  const waiting = new Map<string, Item[]>();
  return {
    add(sender, item) {
      const items = waiting.get(sender);
      if (items) items.push(item);
      else waiting.set(sender, [item]);
    },
    take() {
      const [turn] = waiting;
      if (turn === undefined) return undefined;
      const [sender, items] = turn;
      const item = items.shift();
      waiting.delete(sender);
      if (items.length > 0) waiting.set(sender, items);
      return item;
    },
  };
}
