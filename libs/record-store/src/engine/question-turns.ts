import { createShares, type Party } from "@ruaflow/runtime/turns";

/** A query that waits for its turn. */
export interface WaitingQuery {
  /** Who asks, by name; none: only work in the background waits for it. */
  readonly parties: ReadonlyMap<string, Party>;
  /** When it was asked, in milliseconds of the process. */
  readonly since: number;
  /** Answers it; never rejects. `isHeavy`: only organizations ask that hold more places than others. */
  readonly answer: (isHeavy: boolean) => Promise<void>;
}

/** How long a query in the background may be held up by questions that keep coming. */
const BACKGROUND_WAIT_MAX_MS = 1_000;

/** A question may have to wait for a query of this length. */
const SHORT_MS = 250;

/** Short questions of several organizations wait for each other a little, and are answered by one query. */
const TURN_MS = 100;

/** Work in the background takes turns as an organization does. */
const BACKGROUND: Party = { organization: "background", caller: "" };

/**
 * Queries that wait for one of the engine's places. Organizations take turns by the time that their queries take: see
 * {@link createShares}. Work in the background begins when no question is being answered, or has waited for a second, and always
 * leaves room for one: comparing all reports with their rows made each question of a provider wait for half a second.
 */
export function createQuestionTurns(places: number) {
  const waiting = new Set<WaitingQuery>();
  const heavyPlacesMax = Math.max(1, Math.floor(places / 2));
  const shares = createShares({ places, heavyPlacesMax, shortMs: SHORT_MS, turnMs: TURN_MS });
  const backgroundMax = Math.max(1, places - 1);
  const running = { questions: 0, background: 0 };

  function findNext(): WaitingQuery | undefined {
    const [background, questions] = [[...waiting].filter(isOfBackground), [...waiting].filter(isQuestion)];
    const mayBegin = running.background < backgroundMax ? background : [];
    const late = mayBegin.filter(({ since }) => performance.now() - since >= BACKGROUND_WAIT_MAX_MS);
    // Questions first: among equals they come before work in the background.
    const next = findFirst([...questions, ...late]);
    return next ?? (running.questions === 0 ? findFirst(mayBegin) : undefined);
  }

  /** The query of the party whose turn it is. */
  function findFirst(some: readonly WaitingQuery[]): WaitingQuery | undefined {
    let best: { readonly one: WaitingQuery; readonly party: Party } | undefined;
    for (const one of some)
      for (const party of toParties(one)) {
        const isBefore = best === undefined || shares.compare(party, best.party) < 0;
        if (isBefore && shares.mayBegin(party)) best = { one, party };
      }
    return best?.one;
  }

  async function run(query: WaitingQuery): Promise<void> {
    const kind = isOfBackground(query) ? "background" : "questions";
    const parties = toParties(query);
    const isHeavy = parties.every(({ organization }) => shares.isHeavy(organization));
    const leave = shares.begin(parties);
    running[kind] += 1;
    try {
      await query.answer(isHeavy);
    } finally {
      leave();
      running[kind] -= 1;
      advance();
    }
  }

  /** To be called whenever a query, or another party of one, has been added. */
  function advance(): void {
    for (let next = findNext(); next !== undefined; next = findNext()) {
      waiting.delete(next);
      void run(next);
    }
  }

  return {
    add: (query: WaitingQuery) => void waiting.add(query),
    advance,
    isHeavy: shares.isHeavy,
    toMeanMs: shares.toMeanMs,
  };
}

function isOfBackground({ parties }: WaitingQuery): boolean {
  return parties.size === 0;
}

function isQuestion(query: WaitingQuery): boolean {
  return !isOfBackground(query);
}

function toParties({ parties }: WaitingQuery): readonly Party[] {
  return parties.size === 0 ? [BACKGROUND] : [...parties.values()];
}
