interface Work<Result> {
  readonly work: () => Promise<Result>;
  /** True if the store does nothing any more that it began so many milliseconds ago or earlier. Asked after `work` failed. */
  readonly hasEnded: (agoMs: number) => Promise<boolean>;
}

/**
 * The announcement of a change of rows that cached answers derive from. The record store changes or removes such rows only within one,
 * and the metadata store alone makes one (`whileRowsChange`), so no change is silent.
 */
export class RowChange {
  readonly #organizationIds: ReadonlySet<string>;
  readonly #failed: { readonly atMs: number; readonly hasEnded: Work<unknown>["hasEnded"] }[] = [];
  #running = 0;
  #isOver = false;

  /** @param organizationIds whose rows may change */
  constructor(organizationIds: Iterable<string>) {
    this.#organizationIds = new Set(organizationIds);
  }

  /**
   * Runs work that changes rows of these organizations.
   *
   * @throws Error when the change is over, or was not announced for one of them
   */
  async run<Result>(organizationIds: readonly string[], { work, hasEnded }: Work<Result>): Promise<Result> {
    const silent = organizationIds.find((id) => this.#isOver || !this.#organizationIds.has(id));
    if (silent !== undefined) throw new Error(`A change of rows of '${silent}' is not announced`);
    this.#running += 1;
    try {
      return await work();
    } catch (error) {
      this.#failed.push({ atMs: performance.now(), hasEnded });
      throw error;
    } finally {
      this.#running -= 1;
    }
  }

  /** Lets no further work begin. */
  end(): void {
    this.#isOver = true;
  }

  /** True if the store may still be changing rows, as far as is known without asking it. */
  isUncertain(): boolean {
    return this.#running > 0 || this.#failed.length > 0;
  }

  /** True unless the store may still be changing rows, because work runs or failed. Asks the store only after a failure. */
  async isSettled(): Promise<boolean> {
    if (this.#running > 0) return false;
    for (const { atMs, hasEnded } of this.#failed) {
      if (!(await hasEnded(performance.now() - atMs))) return false;
    }
    return true;
  }

  /** True if nothing can go on of the other change that may not go on of this later one, which is of the same organizations and more. */
  supersedes(other: RowChange): boolean {
    if (other.#running > 0 || this.#failed.length === 0) return false;
    return [...other.#organizationIds].every((id) => this.#organizationIds.has(id));
  }
}
