import autocannon from "autocannon";
import { type Figure, percentile } from "./figure.ts";

/** A question with one or more paths, which are requested in turn. */
export interface Question {
  readonly name: string;
  readonly paths: readonly string[];
  /** Goals for the 95th percentile in milliseconds, with one client and with many. */
  readonly goals?: { readonly one?: number; readonly many?: number };
}

export interface Asking {
  readonly url: string;
  readonly key: string;
  /** Requests with many clients; with one client a quarter of them, at most 200. */
  readonly requests: number;
}

const CLIENTS = 50;
const ONE_CLIENT_REQUESTS_MAX = 200;
const TIMEOUT_S = 60;

/** Asks with one client, then with many; each sends its next request after the previous answer. */
export async function askQuestion(question: Question, asking: Asking): Promise<Figure[]> {
  await askWith(1, { question, asking, amount: question.paths.length });
  const one = await askWith(1, {
    question,
    asking,
    amount: Math.min(Math.ceil(asking.requests / 4), ONE_CLIENT_REQUESTS_MAX),
  });
  const many = await askWith(CLIENTS, { question, asking, amount: Math.max(asking.requests, CLIENTS) });
  const { goals } = question;
  return [
    ...toFigures(`${question.name}, 1 client`, one, goals?.one),
    ...toFigures(`${question.name}, ${CLIENTS} clients`, many, goals?.many),
    { name: `${question.name}, ${CLIENTS} clients`, unit: "answers/s", values: [many.perSecond] },
  ];
}

/** Milliseconds of each answer to one client. */
export interface Times {
  /** Of those that were computed: something changed before each question. */
  readonly computed: readonly number[];
  /** Of the same question right afterwards, which may be answered by what was kept. */
  readonly again: readonly number[];
}

/** Asks with one client, whose first answer does not count. */
export async function timeQuestion({ paths }: Question, asking: Asking): Promise<Times> {
  const computed: number[] = [];
  const again: number[] = [];
  await timeAnswer(paths[0] ?? "", asking);
  for (let request = 0; request < asking.requests; request += 1) {
    const path = paths[request % paths.length] ?? "";
    await changeSomething(asking);
    computed.push(await timeAnswer(path, asking));
    again.push(await timeAnswer(path, asking));
  }
  return { computed, again };
}

/** @throws if the answer is not a success: its time would be meaningless */
async function timeAnswer(path: string, { url, key }: Asking): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: status ${answer.status}`);
  return performance.now() - startedAt;
}

/** Ends all kept answers of the organization, and leaves its data as they were. */
async function changeSomething({ url, key }: Asking): Promise<void> {
  const overrides = `${url}/api/v1/senders/overrides`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ kind: "domain", value: "never-seen.example", ours: true });
  const created = await fetch(overrides, { method: "POST", headers, body });
  const { data }: { readonly data: { readonly id: string } } = JSON.parse(await created.text());
  await fetch(`${overrides}/${data.id}`, { method: "DELETE", headers: { authorization: headers.authorization } });
}

function toFigures(name: string, { milliseconds }: Answers, goal: number | undefined): Figure[] {
  const figure = (percent: number): Figure => ({
    name: `${name}, p${percent}`,
    unit: "ms",
    values: [percentile(milliseconds, percent)],
  });
  return [figure(50), { ...figure(95), ...(goal !== undefined && { goal: { atMost: goal } }) }];
}

interface Round {
  readonly question: Question;
  readonly asking: Asking;
  readonly amount: number;
}

interface Answers {
  readonly milliseconds: readonly number[];
  readonly perSecond: number;
}

/** @throws if an answer is not a success: its time would be meaningless */
async function askWith(clients: number, { question, asking, amount }: Round): Promise<Answers> {
  const milliseconds: number[] = [];
  const refusals: number[] = [];
  const headers = { authorization: `Bearer ${asking.key}` };
  const requests = question.paths.map((path) => ({ method: "GET" as const, path, headers }));
  const startedAt = performance.now();
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url: asking.url, connections: clients, amount, timeout: TIMEOUT_S, requests };
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    instance.on("response", (_client, status, _bytes, time) => {
      if (status === 200) milliseconds.push(time);
      else refusals.push(status);
    });
  });
  if (refusals.length + errors + timeouts > 0)
    throw new Error(`${question.paths[0]}: status ${refusals[0]}, ${errors} errors, ${timeouts} timeouts`);
  return { milliseconds, perSecond: (milliseconds.length * 1000) / (performance.now() - startedAt) };
}
