/**
 * Lends each session to one user at a time, in the order of the requests. A session of the embedded engine blocks a
 * thread of libuv's pool while it waits for another query of the same session, and that pool also serves files, DNS and
 * zlib. So queries wait here instead, in JavaScript.
 */
export class SessionPool<Session> {
  readonly #idle: Session[];
  readonly #waiting: ((session: Session) => void)[] = [];

  constructor(sessions: readonly Session[]) {
    this.#idle = [...sessions];
  }

  async use<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const session = this.#idle.pop() ?? (await new Promise<Session>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(session);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(session);
      else this.#idle.push(session);
    }
  }
}
