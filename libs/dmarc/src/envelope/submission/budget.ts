import type { EnvelopeLimits } from "./limits.ts";
import { EnvelopeError, type EnvelopeRefusal } from "./refusal.ts";

/** The costs of one submission, shared by all containers nested in it. Each method throws `EnvelopeError` over a limit. */
export class Budget {
  readonly limits: EnvelopeLimits;
  #inputBytes = 0;
  #outputBytes = 0;
  #heldBytes = 0;
  #entries = 0;
  #mails = 0;
  #exhausted = false;

  constructor(limits: EnvelopeLimits) {
    this.limits = limits;
  }

  /** A limit of the whole submission was passed: nothing more of it may be opened. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  /** Mails of mailboxes so far. */
  get mails(): number {
    return this.#mails;
  }

  countMail(): void {
    this.#mails += 1;
  }

  countInput(bytes: number): void {
    this.#inputBytes += bytes;
    if (this.#inputBytes > this.limits.inputBytesMax) this.#exhaust("input-too-large");
  }

  countOutput(bytes: number): void {
    this.#outputBytes += bytes;
    if (this.#outputBytes > this.limits.outputBytesMax) this.#exhaust("output-too-large");
  }

  countEntry(): void {
    this.#entries += 1;
    if (this.#entries > this.limits.entriesMax) this.#exhaust("too-many-entries");
  }

  /** Refuses at once what announces more entries than are left. */
  expectEntries(count: number): void {
    if (this.#entries + count > this.limits.entriesMax) this.#exhaust("too-many-entries");
  }

  /** Bytes that may still be held in memory. */
  get holdableBytes(): number {
    return this.limits.heldBytesMax - this.#heldBytes;
  }

  /** Counts bytes as held in memory; negative ones as released. */
  hold(bytes: number): void {
    this.#heldBytes += bytes;
  }

  #exhaust(reason: EnvelopeRefusal): never {
    this.#exhausted = true;
    throw new EnvelopeError(reason);
  }
}
