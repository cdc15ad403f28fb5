import type { Submission } from "@ruaflow/dmarc";
import type { EnterOptions, Share } from "../byte-budget.ts";
import type { PaceLimits } from "../limits.ts";
import { BodyTooLargeError, loadSmall, type Spool, spoolBody } from "../spool.ts";
import type { Route } from "../submission-result.ts";
import type { Party, Sender } from "../turns.ts";
import { NoRoomError, type NoRoomReason } from "./errors.ts";
import { Pace } from "./pace.ts";
import type { Place } from "./room.ts";

/** Bytes of one arrival in memory; what it sends beyond them lies in a file. */
const ARRIVAL_MEMORY_BYTES = 64 * 1024;

export interface ArrivalOptions {
  readonly sender: Sender;
  /** Size limit of one body. */
  readonly bytesMax: number;
  /** `null`: the sender may be as slow as it likes. */
  readonly pace: PaceLimits | null;
  /** How long a body that has arrived waits for its turn to be read. */
  readonly turnMsMax: number;
  readonly folder: string;
  readonly now: () => number;
  /** Told of the bytes that the sender brings. */
  readonly onBytes: (bytes: number) => void;
  /** Waits for a share of the bytes that may be read at the same time. */
  readonly enter: (bytes: number, options: EnterOptions) => Promise<Share>;
  /** Ends the arrival when there is no room for it, or its turn does not come in time. */
  readonly endFor: (reason: NoRoomReason) => void;
  /** Gives back what the arrival holds. */
  readonly onClose: () => void;
}

/** A body while it is read. */
export interface OpenedBody {
  readonly spool: Spool;
  /** To be called once nothing of it is read any more. */
  close(): void | Promise<void>;
}

/** A submission, or an upload of several, while it is received from a client and until it is done. */
export class Arrival {
  readonly #options: ArrivalOptions;
  readonly #pace: Pace | null;
  readonly #ended = new AbortController();
  /** The room on the disk. */
  #room: Place | null = null;
  #interrupt: ((reason: unknown) => void) | null = null;
  #reading = 0;
  readonly #received = new Set<ReceivedBody>();

  constructor(options: ArrivalOptions) {
    this.#options = options;
    this.#pace = options.pace && new Pace(options.pace);
  }

  holdIn(room: Place | null): void {
    this.#room = room;
  }

  /** Whether it can be sent back: its sender has got no answer, and nothing of it is being read. */
  get canLeave(): boolean {
    return this.#reading === 0;
  }

  /**
   * Ends the arrival: whatever waits for it throws `reason`, now or at its next step. Others can have its room at once, a
   * moment before its file is removed: otherwise they would be refused meanwhile.
   */
  end(reason: Error): void {
    this.#room?.leave();
    this.#ended.abort(reason);
    this.#interrupt?.(reason);
  }

  isTooSlow(): boolean {
    return this.#pace?.isTooSlow(this.#options.now()) ?? false;
  }

  /**
   * Waits for something that only the sender can bring about.
   * @param toBytes how many bytes it has brought
   * @throws {TooSlowError} {NoRoomError} if the arrival ends meanwhile
   */
  async wait<Value>(next: Promise<Value>, toBytes: (value: Value) => number = () => 0): Promise<Value> {
    // The sender may still bring it, or fail, when no one waits any more.
    next.catch(() => undefined);
    this.#ended.signal.throwIfAborted();
    this.#pace?.beginWait(this.#options.now());
    let bytes = 0;
    try {
      const value = await new Promise<Value>((resolve, reject) => {
        this.#interrupt = reject;
        next.then(resolve, reject);
      });
      bytes = toBytes(value);
      return value;
    } finally {
      this.#interrupt = null;
      this.#pace?.endWait(this.#options.now(), bytes);
    }
  }

  /**
   * Receives one body, on the disk beyond a small part.
   * @throws {TooSlowError} {NoRoomError} if the arrival ends meanwhile
   */
  async receive(body: AsyncIterable<Uint8Array>): Promise<ReceivedBody> {
    const spool = await this.#spool(body);
    const received = new ReceivedBody(spool, this.#options.sender, this);
    this.#received.add(received);
    return received;
  }

  /**
   * Opens a body when it is the party's turn.
   * @throws {NoRoomError} if that takes too long
   */
  async open(spool: Spool, party: Party | null): Promise<OpenedBody> {
    const share = await this.#enterTurn(spool, party);
    this.#reading += 1;
    const close = () => {
      this.#reading -= 1;
      share?.leave();
    };
    try {
      return { spool: await loadSmall(spool), close };
    } catch (error) {
      close();
      throw error;
    }
  }

  async remove(received: ReceivedBody): Promise<void> {
    if (!this.#received.delete(received)) return;
    await received.spool?.remove();
    if (!this.#ended.signal.aborted) this.#room?.hold(0);
  }

  /** Removes what was received, and gives everything back. */
  async close(): Promise<void> {
    this.#ended.abort(new NoRoomError("closed"));
    await Promise.all([...this.#received].map((received) => this.remove(received)));
    this.#options.onClose();
  }

  async #spool(body: AsyncIterable<Uint8Array>): Promise<Spool | null> {
    const { bytesMax, folder } = this.#options;
    const onBytes = (bytes: number) => this.#hold(bytes);
    try {
      return await spoolBody(this.#watch(body), { bytesMax, folder, memoryBytesMax: ARRIVAL_MEMORY_BYTES, onBytes });
    } catch (error) {
      if (error instanceof BodyTooLargeError) return null;
      throw error;
    }
  }

  /** Reads along. A body that is waited for in vain is left as it is: its opener ends it, once it has answered. */
  async *#watch(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const source = body[Symbol.asyncIterator]();
    let isWaiting = true;
    try {
      for (;;) {
        isWaiting = true;
        const { done, value } = await this.wait(source.next(), (next) => next.value?.length ?? 0);
        isWaiting = false;
        if (done) return;
        yield value;
        this.#options.onBytes(value.length);
      }
    } finally {
      if (!isWaiting) await source.return?.();
    }
  }

  #hold(bytes: number): void {
    this.#ended.signal.throwIfAborted();
    if (this.#room?.hold(bytes) === false) this.#options.endFor("share");
    this.#ended.signal.throwIfAborted();
  }

  /** What is in memory is paid for already, and waits for nothing. */
  async #enterTurn({ bytes, sizeBytes }: Spool, party: Party | null): Promise<Share | null> {
    this.#ended.signal.throwIfAborted();
    if (bytes !== null) return null;
    const signal = this.#ended.signal;
    const timer = setTimeout(() => this.#options.endFor("turn"), this.#options.turnMsMax);
    try {
      return await this.#options.enter(sizeBytes, { party, signal });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A body that has arrived. `submit` reads it when it is its turn. */
export class ReceivedBody {
  /** `null`: it is larger than the limit, and was not kept. */
  readonly spool: Spool | null;
  readonly sender: Sender;
  readonly #arrival: Arrival;

  constructor(spool: Spool | null, sender: Sender, arrival: Arrival) {
    this.spool = spool;
    this.sender = sender;
    this.#arrival = arrival;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    if (this.spool !== null) yield* this.spool.read();
  }

  /**
   * Opens the body when it is the party's turn; `null`: it was not kept.
   * @throws {NoRoomError} if that takes too long
   */
  async open(party: Party | null): Promise<OpenedBody | null> {
    return this.spool && this.#arrival.open(this.spool, party);
  }

  /** Removes it before the whole arrival is closed. */
  remove(): Promise<void> {
    return this.#arrival.remove(this);
  }
}

/** Whose turn it is when a submission is read. `null`: the operator's import, a process of its own. */
export function toParty({ body, channel }: Pick<Submission, "body" | "channel">, route: Route): Party | null {
  if (channel === "import") return null;
  const organization = route.organizationId ?? "";
  if (body instanceof ReceivedBody) return { organization, ...body.sender };
  return { organization, kind: channel === "upload" ? "upload" : "mail", id: channel };
}
