/** From what is surely legitimate mail to what also `unknown` mail could add. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Legitimate messages that would be lost. */
export interface Loss {
  readonly messages: Range;
  /** Legitimate messages that the scenario concerns. */
  readonly of: Range;
  /** Between 0 and 1, over all ways in which unknown mail could be legitimate or not; `null`: it concerns no mail. */
  readonly share: Range | null;
}

/** Messages by whether they are legitimate for sure, and would be lost. */
export interface Tally {
  sureLost: number;
  sureKept: number;
  unknownLost: number;
  unknownKept: number;
}

export function createTally(): Tally {
  return { sureLost: 0, sureKept: 0, unknownLost: 0, unknownKept: 0 };
}

export function addMessages(
  tally: Tally,
  messages: number,
  { unknown, lost }: { readonly unknown: boolean; readonly lost: boolean },
): void {
  if (unknown) tally[lost ? "unknownLost" : "unknownKept"] += messages;
  else tally[lost ? "sureLost" : "sureKept"] += messages;
}

/** The share is lowest if of the unknown mail only that which passes is legitimate, and highest if only that which is lost is. */
export function toLoss({ sureLost, sureKept, unknownLost, unknownKept }: Tally): Loss {
  const sure = sureLost + sureKept;
  const low = { lost: sureLost, of: sure + unknownKept };
  const high = { lost: sureLost + unknownLost, of: sure + unknownLost };
  const none = sure + unknownLost + unknownKept === 0;
  return {
    messages: { low: sureLost, high: sureLost + unknownLost },
    of: { low: sure, high: sure + unknownLost + unknownKept },
    share: none ? null : { low: divide(low.lost, low.of), high: divide(high.lost, high.of) },
  };
}

function divide(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
