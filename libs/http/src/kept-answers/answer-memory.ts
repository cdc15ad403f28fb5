/** An answer as it was sent. */
export interface KeptAnswer {
  /** Of what it derives from. */
  readonly version: string;
  /** Its text, compressed. */
  readonly body: Uint8Array;
  readonly etag: string;
  /** Its header `Link`. */
  readonly link: string | null;
}

/** Bytes of memory. */
export interface MemoryLimits {
  readonly all: number;
  /** Of the answers of one organization, which never take the place of more answers of others than that. */
  readonly organization: number;
}

/** An organization and its question. */
export interface QuestionKey {
  readonly organizationId: string;
  /** A digest, for questions are as long as they like. */
  readonly question: string;
}

/**
 * Answers by question, each the last one. Beyond the limits those go first that were asked for longest ago, of the organization that
 * asked for nothing for longest.
 */
export interface AnswerMemory {
  find(key: QuestionKey): KeptAnswer | undefined;
  keep(key: QuestionKey, answer: KeptAnswer): void;
}

/** What an answer takes besides its body and its texts, whose characters count two bytes each. */
const ENTRY_BYTES = 512;

/** Those of one organization; a map keeps the order in which its keys were added. */
interface Shelf {
  readonly answers: Map<string, KeptAnswer>;
  bytes: number;
}

export function createAnswerMemory(limits: MemoryLimits): AnswerMemory {
  const shelves = new Map<string, Shelf>();
  let bytes = 0;

  function drop(shelf: Shelf, question: string): void {
    const answer = shelf.answers.get(question);
    if (answer === undefined) return;
    shelf.answers.delete(question);
    shelf.bytes -= toBytes(answer);
    bytes -= toBytes(answer);
  }

  function dropOldest([organizationId, shelf]: [string, Shelf]): void {
    const [oldest = ""] = shelf.answers.keys();
    drop(shelf, oldest);
    if (shelf.answers.size === 0) shelves.delete(organizationId);
  }

  function shrink(own: [string, Shelf]): void {
    while (own[1].bytes > limits.organization) dropOldest(own);
    while (bytes > limits.all) {
      const [idlest = own] = shelves;
      dropOldest(idlest);
    }
  }

  return {
    find({ organizationId, question }) {
      const shelf = shelves.get(organizationId);
      const answer = shelf?.answers.get(question);
      if (shelf === undefined || answer === undefined) return undefined;
      moveToEnd(shelf.answers, question, answer);
      moveToEnd(shelves, organizationId, shelf);
      return answer;
    },
    keep({ organizationId, question }, answer) {
      const shelf = shelves.get(organizationId) ?? { answers: new Map(), bytes: 0 };
      drop(shelf, question);
      shelf.answers.set(question, answer);
      shelf.bytes += toBytes(answer);
      bytes += toBytes(answer);
      moveToEnd(shelves, organizationId, shelf);
      shrink([organizationId, shelf]);
    },
  };
}

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}

function toBytes({ version, body, etag, link }: KeptAnswer): number {
  return ENTRY_BYTES + body.length + 2 * (version.length + etag.length + (link?.length ?? 0));
}
