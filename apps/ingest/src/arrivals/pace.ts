import type { PaceLimits } from "../limits.ts";

/**
 * A clock that stands still for longer is ours: the process had no time, and bytes that it has not read yet are not the
 * sender's fault.
 */
const STEP_MS_MAX = 2000;

/**
 * Measures a sender by the time for which we wait for it, and by nothing else: neither our disk nor our queue makes it slow.
 * The first window is its grace.
 */
export class Pace {
  readonly #limits: PaceLimits;
  #waitsSinceMs: number | null = null;
  #waitedMs = 0;
  #windowMs = 0;
  #windowBytes = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  beginWait(nowMs: number): void {
    this.#waitsSinceMs = nowMs;
  }

  endWait(nowMs: number, bytes: number): void {
    this.#count(nowMs);
    this.#waitsSinceMs = null;
    this.#windowBytes += bytes;
  }

  /** Whether the sender has been too slow up to now. To be asked at least every `STEP_MS_MAX`. */
  isTooSlow(nowMs: number): boolean {
    this.#count(nowMs);
    if (this.#waitedMs > this.#limits.waitMsMax) return true;
    if (this.#windowMs < this.#limits.windowMs) return false;
    const isSlow = this.#windowBytes < (this.#windowMs / 1000) * this.#limits.bytesPerSecondMin;
    this.#windowMs = 0;
    this.#windowBytes = 0;
    return isSlow;
  }

  #count(nowMs: number): void {
    if (this.#waitsSinceMs === null) return;
    const stepMs = Math.min(STEP_MS_MAX, nowMs - this.#waitsSinceMs);
    this.#waitsSinceMs = nowMs;
    this.#waitedMs += stepMs;
    this.#windowMs += stepMs;
  }
}
