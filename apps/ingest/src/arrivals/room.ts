/** What one arrival holds of a room. */
export interface Place {
  /**
   * Sets what the arrival holds. Where the room is full, arrivals of the sender that holds most are sent back for it.
   * @returns false, with nothing changed, if no one holds more than the one who asks
   */
  hold(amount: number): boolean;
  leave(): void;
}

export interface PlaceOptions {
  /** Who the arrival counts for, from the widest to the narrowest: an organization, its key, the client's network. */
  readonly names: readonly string[];
  /** Whether the arrival can be sent back now. */
  readonly canLeave: () => boolean;
  /** Sends the arrival back; it has left the room already. */
  readonly sendBack: () => void;
}

/**
 * A bounded amount that arrivals share. No one has a fixed part of it: when it is full, the sender that holds most makes room for
 * those who hold less, so that no number of others can keep a small one out. Where all hold as much, the ones that stay long do.
 */
export interface Room {
  /** @returns `null` if there is no room for `amount` */
  enter(amount: number, options: PlaceOptions): Place | null;
  /** What is held now. */
  readonly held: number;
}

interface Holder extends PlaceOptions {
  held: number;
  readonly sinceMs: number;
}

/** Of those who hold as much as the one who asks would, one that has been here for longer makes room, too. */
const LONG_MS = 10_000;

export function createRoom(amountMax: number, now: () => number = Date.now): Room {
  const holders = new Set<Holder>();
  let held = 0;

  function leave(holder: Holder): void {
    if (holders.delete(holder)) held -= holder.held;
  }

  function makeRoom(asking: Holder, more: number): boolean {
    while (held + more > amountMax) {
      const rival = findRival(holders, asking, { wanted: asking.held + more, longSinceMs: now() - LONG_MS });
      if (rival === null) return false;
      leave(rival);
      rival.sendBack();
    }
    return true;
  }

  function hold(holder: Holder, amount: number): boolean {
    const more = amount - holder.held;
    if (!holders.has(holder) || (more > 0 && !makeRoom(holder, more))) return false;
    holder.held = amount;
    held += more;
    return true;
  }

  return {
    enter(amount, options) {
      const holder: Holder = { ...options, held: 0, sinceMs: now() };
      holders.add(holder);
      const place: Place = { hold: (wanted) => hold(holder, wanted), leave: () => leave(holder) };
      if (place.hold(amount)) return place;
      leave(holder);
      return null;
    },
    get held() {
      return held;
    },
  };
}

/**
 * The arrival that has to make room: of those who hold more than the one who asks would, at the widest name that tells them
 * apart, the largest arrival of the largest.
 */
function findRival(
  holders: Iterable<Holder>,
  asking: Holder,
  { wanted, longSinceMs }: { readonly wanted: number; readonly longSinceMs: number },
): Holder | null {
  let rivals = [...holders];
  for (const [level, own] of asking.names.entries()) {
    const sums = sumByName(rivals, level);
    const ownSum = (sums.get(own) ?? 0) - asking.held + wanted;
    const toSum = ({ names }: Holder) => sums.get(names[level] ?? "") ?? 0;
    const holdsMore = (each: Holder) => toSum(each) > ownSum || (toSum(each) === ownSum && each.sinceMs < longSinceMs);
    const rival = rivals
      .filter((each) => each.names[level] !== own && holdsMore(each) && each.canLeave())
      .reduce<Holder | null>((most, each) => (most && isLarger(most, each, toSum) ? most : each), null);
    if (rival !== null) return rival;
    rivals = rivals.filter(({ names }) => names[level] === own);
  }
  return null;
}

/** Of two that hold as much, the earlier one counts as the larger. */
function isLarger(one: Holder, other: Holder, toSum: (holder: Holder) => number): boolean {
  return (toSum(one) - toSum(other) || one.held - other.held) >= 0;
}

function sumByName(holders: readonly Holder[], level: number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { names, held } of holders) {
    const name = names[level] ?? "";
    sums.set(name, (sums.get(name) ?? 0) + held);
  }
  return sums;
}
