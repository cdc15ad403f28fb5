/** The sender is slower than it may be. */
export class TooSlowError extends Error {
  override name = "TooSlowError";
  constructor() {
    super("the sender is too slow");
  }
}

/**
 * Why there is no room: `share`, the sender holds more than others; `turn`, it was not the submission's turn in time;
 * `closed`, no one wants it any more.
 */
export type NoRoomReason = "share" | "turn" | "closed";

/** There is no room for the submission now: its sender has to send it again later. */
export class NoRoomError extends Error {
  override name = "NoRoomError";
  readonly reason: NoRoomReason;

  constructor(reason: NoRoomReason) {
    super(`there is no room for the submission: ${reason}`);
    this.reason = reason;
  }
}

/** A mail whose sender proves nothing is beyond what its address, its network or the domain of its reports may bring that day. */
export class UnprovenBudgetError extends Error {
  override name = "UnprovenBudgetError";
  readonly bound: "address" | "network" | "domain";

  constructor(bound: UnprovenBudgetError["bound"]) {
    super(`unproven mail is beyond the bound of its ${bound}`);
    this.bound = bound;
  }
}
