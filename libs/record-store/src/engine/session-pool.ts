/**
 * Lends each session to one user at a time, in the order of the requests. A session of the embedded engine blocks a
 * thread of libuv's pool while it waits for another query of the same session, and that pool also serves files, DNS and
 * zlib. So queries wait here instead, in JavaScript.
 */
export class SessionPool<Session> {
  readonly #idle: Session[];
  readonly #waiting: ((session: Session) => void)[] = [];
  readonly #renew: (failed: Session) => Promise<Session>;

  /** @param renew gives the session that is lent from then on in place of one whose user failed */
  constructor(sessions: readonly Session[], renew: (failed: Session) => Promise<Session>) {
    this.#idle = [...sessions];
    this.#renew = renew;
  }

  async use<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const session = this.#idle.pop() ?? (await new Promise<Session>((resolve) => this.#waiting.push(resolve)));
    try {
      const result = await work(session);
      this.#giveBack(session);
      return result;
    } catch (error) {
      // One that cannot be renewed fails its next user, after whom this is tried again.
      this.#giveBack(await this.#renew(session).catch(() => session));
      throw error;
    }
  }

  /** The sessions that no user has. */
  get idle(): readonly Session[] {
    return this.#idle;
  }

  #giveBack(session: Session): void {
    const next = this.#waiting.shift();
    if (next) next(session);
    else this.#idle.push(session);
  }
}
