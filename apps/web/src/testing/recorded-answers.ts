import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, vi } from "vitest";

/** An answer of the API to a GET request. */
interface Recorded {
  readonly path: string;
  readonly type: string;
  readonly body: unknown;
}

/** Address and key of a service to record from, set by `test/web/record-answers.ts`. */
const { RUAFLOW_RECORD_FROM: from, RUAFLOW_RECORD_KEY: key } = process.env;

/**
 * Answers the page's requests from `recorded/NAME.jsonl`, at the time of the recording. `npm run record-answers` renews it from demo
 * data. A request that was not recorded fails with its path.
 *
 * @param rewrite changes each JSON answer before the page reads it
 */
export function useRecordedAnswers(name: string, rewrite = (json: string) => json) {
  const file = fileURLToPath(new URL(`recorded/${name}.jsonl`, import.meta.url));
  const answers = new Map<string, Recorded>();
  let at = new Date();
  if (from === undefined) {
    const [head = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
    at = new Date(JSON.parse(head).at);
    for (const line of lines) {
      const recorded: Recorded = JSON.parse(line);
      answers.set(recorded.path, recorded);
    }
  }
  const answer = async (input: string | URL | Request) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const path = pathname + search;
    if (from !== undefined && !answers.has(path)) answers.set(path, await ask(path));
    const found = answers.get(path);
    if (found === undefined) throw new Error(`${path} is not in ${file}: npm run record-answers`);
    const body = typeof found.body === "string" ? found.body : rewrite(JSON.stringify(found.body));
    return new Response(body, { headers: { "content-type": found.type } });
  };
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: at });
    vi.stubGlobal("fetch", answer);
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, "location");
    if (from !== undefined) writeRecorded(file, at, [...answers.values()]);
  });
  return {
    /** The recorded answers whose path begins so, in the order of their paths. */
    list<Body>(start: string): Body[] {
      const found = [...answers.values()].filter(({ path }) => path.startsWith(start));
      return found.toSorted(byPath).map(({ body }) => body as Body);
    },
    /** The only one. */
    read<Body>(start: string): Body {
      const found = this.list<Body>(start);
      const [body] = found;
      if (body === undefined || found.length > 1) throw new Error(`${found.length} answers begin with ${start}`);
      return body;
    },
    /** The answer to a request that the test itself sends. */
    async ask<Body>(path: string): Promise<Body> {
      return JSON.parse(await (await answer(`http://localhost${path}`)).text());
    },
  };
}

const byPath = (a: Recorded, b: Recorded) => (a.path < b.path ? -1 : 1);

const realFetch = globalThis.fetch;

async function ask(path: string): Promise<Recorded> {
  const response = await realFetch(`${from}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  const type = response.headers.get("content-type") ?? "";
  return { path, type, body: type.includes("json") ? JSON.parse(text) : text };
}

function writeRecorded(file: string, at: Date, answers: readonly Recorded[]): void {
  writeFileSync(file, [{ at }, ...answers.toSorted(byPath)].map((line) => `${JSON.stringify(line)}\n`).join(""));
}
