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

export function toLoss({ sureLost, sureKept, unknownLost, unknownKept }: Tally): Loss {
  const sure = sureLost + sureKept;
  return createLoss({
    messages: { low: sureLost, high: sureLost + unknownLost },
    of: { low: sure, high: sure + unknownLost + unknownKept },
  });
}

/** The loss of two lots of mail together. */
export function addLoss(a: Loss, b: Loss): Loss {
  return createLoss({ messages: addRanges(a.messages, b.messages), of: addRanges(a.of, b.of) });
}

export function addRanges(a: Range, b: Range): Range {
  return { low: a.low + b.low, high: a.high + b.high };
}

/**
 * The share is lowest if of the unknown mail only that which passes is legitimate, and highest if only that which is lost is. The low
 * end of `of` is what is legitimate for sure, that of `messages` what of it is lost.
 */
function createLoss({ messages, of }: Omit<Loss, "share">): Loss {
  if (of.high === 0) return { messages, of, share: null };
  const unknownLost = messages.high - messages.low;
  const unknownKept = of.high - of.low - unknownLost;
  const share = { low: divide(messages.low, of.low + unknownKept), high: divide(messages.high, of.low + unknownLost) };
  return { messages, of, share };
}

function divide(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
