/** What becomes of one file. */
export type Progress<Answer> =
  | { readonly kind: "waiting" }
  | { readonly kind: "sending"; readonly bytes: number }
  | { readonly kind: "done"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly error: unknown }
  /** Larger than a file may be: it is not sent. */
  | { readonly kind: "too-large" };

export interface Transfer<Answer> {
  readonly id: number;
  readonly file: File;
  readonly progress: Progress<Answer>;
}

export interface Transfers<Answer> {
  /** Newest last. */
  readonly list: readonly Transfer<Answer>[];
  add(files: readonly File[]): void;
  /** Sends a file that failed once more. */
  repeat(id: number): void;
  /** Forgets all that is finished. */
  clear(): void;
}

interface Options<Answer> {
  /** How many files are sent at the same time. */
  readonly parallel: number;
  /** The most that a file may have; larger ones are not sent. */
  readonly bytesMax: number;
  send(file: File, onProgress: (bytes: number) => void): Promise<Answer>;
  /** After every change. */
  onChange(): void;
  /** Once nothing waits or is being sent. */
  onIdle(): void;
}

/** Sends files, some at a time, and keeps what became of each. */
export function createTransfers<Answer>({
  parallel,
  bytesMax,
  send,
  onChange,
  onIdle,
}: Options<Answer>): Transfers<Answer> {
  const all = new Map<number, Transfer<Answer>>();
  const waiting: number[] = [];
  let sending = 0;
  let lastId = 0;

  const set = (id: number, progress: Progress<Answer>) => {
    const transfer = all.get(id);
    if (transfer) all.set(id, { ...transfer, progress });
    onChange();
  };
  const start = async (id: number, { file }: Transfer<Answer>) => {
    sending += 1;
    set(id, { kind: "sending", bytes: 0 });
    try {
      set(id, { kind: "done", answer: await send(file, (bytes) => set(id, { kind: "sending", bytes })) });
    } catch (error) {
      set(id, { kind: "failed", error });
    }
    sending -= 1;
    startNext();
    if (sending === 0) onIdle();
  };
  const startNext = () => {
    while (sending < parallel) {
      const id = waiting.shift();
      const transfer = id === undefined ? undefined : all.get(id);
      if (id === undefined || transfer === undefined) return;
      start(id, transfer);
    }
  };

  return {
    get list() {
      return [...all.values()];
    },
    add(files) {
      for (const file of files) {
        lastId += 1;
        const isTooLarge = file.size > bytesMax;
        all.set(lastId, { id: lastId, file, progress: { kind: isTooLarge ? "too-large" : "waiting" } });
        if (!isTooLarge) waiting.push(lastId);
      }
      startNext();
      onChange();
    },
    repeat(id) {
      waiting.push(id);
      set(id, { kind: "waiting" });
      startNext();
    },
    clear() {
      for (const { id, progress } of all.values()) {
        if (progress.kind !== "waiting" && progress.kind !== "sending") all.delete(id);
      }
      onChange();
    },
  };
}
