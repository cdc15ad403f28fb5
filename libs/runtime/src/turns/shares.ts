/** Whose work it is. */
export interface Party {
  readonly organization: string;
  readonly caller: string;
}

export interface SharesOptions {
  /** Work at once. */
  readonly places: number;
  /** Work at once of one heavy organization. */
  readonly heavyPlacesMax: number;
  /** Who waits for work no longer than this waits for little: an organization without longer work is not heavy. */
  readonly shortMs: number;
  /** Length of a turn, in time used: within it, work begins in the order of arrival. 0: each work is a turn of its own. */
  readonly turnMs: number;
}

/** An organization is heavy if it holds more places than that on average, and this many times as many as another one. */
const HEAVY_PLACES_MIN = 0.75;
const HEAVY_FACTOR = 4;
/** Time constant of that average. */
const AVERAGE_MS = 5_000;
/** An organization that has begun nothing for this long keeps no place free. */
const LATELY_MS = 600_000;
/** Names beyond this are forgotten, the least recent first. */
const NAMES_MAX = 3_000;
/** Weight of the newest time in an average. */
const NEWEST = 1 / 8;
/** What is left of the longest time with each newer one. */
const LONGEST_LEFT = 0.95;

interface Account {
  /** Start-time fair queueing: the virtual time at which the next work of this name starts. */
  startMs: number;
  /** How long its work takes on average; `null`: none has ended. */
  meanMs: number | null;
  /** How long its longest work took lately. */
  longestMs: number;
  running: number;
  /** How many of its work ran at once, on average, as of `changedAt`. */
  held: number;
  /** When work began or ended last. */
  changedAt: number;
  /** Of an organization: its callers. */
  readonly parts: Accounts;
}

/** Names that share something, each with what it has used. */
class Accounts {
  readonly of = new Map<string, Account>();
  /** The start of the work that began last: who was idle saves nothing up. */
  #nowMs = 0;

  toStart(name: string): number {
    return Math.max(this.#nowMs, this.of.get(name)?.startMs ?? 0);
  }

  begin(name: string): Account {
    const known = this.of.get(name);
    const account = known ?? {
      startMs: 0,
      meanMs: null,
      longestMs: 0,
      running: 0,
      held: 0,
      changedAt: 0,
      parts: new Accounts(),
    };
    this.#nowMs = this.toStart(name);
    account.startMs = this.#nowMs + (account.meanMs ?? 0);
    change(account, 1);
    this.of.delete(name);
    this.of.set(name, account);
    this.#forget();
    return account;
  }

  #forget(): void {
    if (this.of.size <= NAMES_MAX) return;
    for (const [name, { running }] of this.of) {
      if (running > 0) continue;
      this.of.delete(name);
      return;
    }
  }
}

/** How many places it holds on average: a moving one, in which older times count less and less. */
function toHeld({ held, running, changedAt }: Account): number {
  const weight = Math.exp((changedAt - performance.now()) / AVERAGE_MS);
  return held * weight + running * (1 - weight);
}

function change(account: Account, running: 1 | -1): void {
  account.held = toHeld(account);
  account.changedAt = performance.now();
  account.running += running;
}

/**
 * Shares places by time used: start-time fair queueing of organizations, and within each of its callers. Work cannot be
 * interrupted. So an organization with long work that holds more than others, and holds it all the time, never takes the last place
 * while others ask, and has only some of the places.
 */
export function createShares({ places, heavyPlacesMax, shortMs, turnMs }: SharesOptions) {
  const organizations = new Accounts();
  let running = 0;

  function isHeavy(organization: string): boolean {
    const own = organizations.of.get(organization);
    if (own === undefined || own.longestMs <= shortMs) return false;
    const held = toHeld(own);
    if (held <= HEAVY_PLACES_MIN) return false;
    const since = performance.now() - LATELY_MS;
    for (const other of organizations.of.values())
      if (other !== own && other.changedAt >= since && held > HEAVY_FACTOR * toHeld(other)) return true;
    return false;
  }

  function toTurn(accounts: Accounts, name: string): number {
    const startMs = accounts.toStart(name);
    return turnMs === 0 ? startMs : Math.floor(startMs / turnMs);
  }

  return {
    isHeavy,
    /** How long the organization's work takes on average, in milliseconds. */
    toMeanMs: (organization: string) => organizations.of.get(organization)?.meanMs ?? 0,
    mayBegin({ organization }: Party): boolean {
      const free = places - running;
      if (free <= 0) return false;
      if (places === 1 || !isHeavy(organization)) return true;
      return free > 1 && (organizations.of.get(organization)?.running ?? 0) < heavyPlacesMax;
    },
    /** Negative: `one` comes first. */
    compare(one: Party, other: Party): number {
      const difference = toTurn(organizations, one.organization) - toTurn(organizations, other.organization);
      if (difference !== 0 || one.organization !== other.organization) return difference;
      const callers = organizations.of.get(one.organization)?.parts;
      return callers === undefined ? 0 : toTurn(callers, one.caller) - toTurn(callers, other.caller);
    },
    /**
     * Takes a place for work that some parties share, and splits its time among them.
     * @returns gives the place back; to be called once
     */
    begin(parties: readonly Party[]): () => void {
      const begunAt = performance.now();
      const accounts = parties.flatMap(({ organization, caller }) => {
        const own = organizations.begin(organization);
        return [own, own.parts.begin(caller)].map((account) => ({ account, expectedMs: account.meanMs ?? 0 }));
      });
      running += 1;
      return () => {
        running -= 1;
        const ms = performance.now() - begunAt;
        const usedMs = ms / Math.max(1, parties.length);
        for (const { account, expectedMs } of accounts) {
          change(account, -1);
          account.startMs += usedMs - expectedMs;
          account.longestMs = Math.max(ms, LONGEST_LEFT * account.longestMs);
          account.meanMs = account.meanMs === null ? usedMs : account.meanMs + NEWEST * (usedMs - account.meanMs);
        }
      };
    },
  };
}
