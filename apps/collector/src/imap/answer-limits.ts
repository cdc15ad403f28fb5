import type { ImapFlow } from "imapflow";

/** Between commands, for what a server tells by itself: some 50 bytes announce a message. */
const UNASKED_BYTES_MAX = 1024 * 1024;
/** From a command to its end; commands of up to 16 messages wait for each other. */
const ANSWER_MS_MAX = 5 * 60_000;
const CHECK_EVERY_MS = 100;

/** Bounds what a server sends: with lines that were not asked for it could keep a connection busy for ever. */
export interface AnswerLimits {
  /**
   * Runs a command. The connection is closed when the server sends more bytes than all running commands may be answered
   * with, or does not end its answer within 5 minutes.
   * @throws Error that says so
   */
  ask<Answer>(bytesMax: number, run: () => Promise<Answer>): Promise<Answer>;
  /** The same for an answer in pieces: each piece has 5 minutes, whatever its reader takes. */
  read(bytesMax: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
}

export interface AnswerLimitsOptions {
  readonly answerMsMax?: number;
}

/** Bounds the answers on a connection from its greeting to its end. */
export function limitAnswers(
  client: ImapFlow,
  { answerMsMax = ANSWER_MS_MAX }: AnswerLimitsOptions = {},
): AnswerLimits {
  const readReceived = () => client.stats().received;
  let asked = 0;
  let receivedMax = UNASKED_BYTES_MAX;
  let broken: Error | undefined;

  function grant(bytes: number): void {
    asked += bytes;
    receivedMax = readReceived() + asked + UNASKED_BYTES_MAX;
  }

  function end(reason: string): Error {
    broken ??= new Error(`the mail server ${reason}`);
    client.close();
    return broken;
  }

  const timer = setInterval(() => {
    if (readReceived() > receivedMax) end("sends more than it was asked for");
  }, CHECK_EVERY_MS);
  client.once("close", () => clearInterval(timer));

  async function waitFor<Piece>(piece: Promise<Piece>): Promise<Piece> {
    const { promise: overdue, reject } = Promise.withResolvers<never>();
    const deadline = setTimeout(
      () => reject(end(`has not ended its answer within ${answerMsMax / 1000} s`)),
      answerMsMax,
    );
    try {
      const found = await Promise.race([piece, overdue]);
      // Some commands of the library end without an error when their connection does.
      if (broken !== undefined) throw broken;
      return found;
    } catch (error) {
      throw broken ?? error;
    } finally {
      clearTimeout(deadline);
    }
  }

  return {
    async ask(bytesMax, run) {
      grant(bytesMax);
      try {
        return await waitFor(run());
      } finally {
        grant(-bytesMax);
      }
    },
    async *read(bytesMax, pieces) {
      grant(bytesMax);
      const iterator = pieces[Symbol.asyncIterator]();
      try {
        for (let piece = await waitFor(iterator.next()); !piece.done; piece = await waitFor(iterator.next()))
          yield piece.value;
      } finally {
        grant(-bytesMax);
        await iterator.return?.();
      }
    },
  };
}
