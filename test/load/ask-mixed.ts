import autocannon from "autocannon";
import { type Figure, percentile } from "./figure.ts";

/** A client's request, with the route that its time counts for. */
export interface RoutedRequest {
  readonly route: string;
  readonly path: string;
}

/** A client with its own key. It sends its requests one by one, each after the answer to the previous one. */
export interface MixedClient {
  readonly key: string;
  readonly requests: readonly RoutedRequest[];
}

export interface MixedRun {
  readonly url: string;
  readonly clients: readonly MixedClient[];
}

interface Answer {
  readonly route: string;
  readonly milliseconds: number;
  /** When it had come, in milliseconds of the process. */
  readonly at: number;
}

const TIMEOUT_S = 60;

/**
 * Runs all clients at the same time; each sends its own requests, all of them equally many.
 * @throws if an answer is not a success: its time would be meaningless
 */
export async function askMixed({ url, clients }: MixedRun): Promise<Figure[]> {
  const answers: Answer[] = [];
  const refusals: string[] = [];
  const waiting = [...clients];
  const amount = clients.reduce((sum, { requests }) => sum + requests.length, 0);
  const startedAt = performance.now();
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupClient = (connection: autocannon.Client) => {
      const client = waiting.shift();
      if (client) sendInTurn(connection, client, { answers, refusals });
    };
    const options = { url, connections: clients.length, amount, timeout: TIMEOUT_S, setupClient };
    autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  });
  if (refusals.length + errors + timeouts > 0)
    throw new Error(`${refusals[0] ?? "no answer"}: ${refusals.length + errors} errors, ${timeouts} timeouts`);
  // The load generator itself ends with a full second.
  const elapsedS = (Math.max(...answers.map(({ at }) => at)) - startedAt) / 1000;
  const byRoute = Map.groupBy(answers, ({ route }) => route);
  return [["all routes", answers] as const, ...byRoute].flatMap(([name, some]) => toFigures(name, some, elapsedS));
}

/** Answers arrive in the order of the requests, so an answer's number identifies its request. */
function sendInTurn(
  connection: autocannon.Client,
  { key, requests }: MixedClient,
  { answers, refusals }: { readonly answers: Answer[]; readonly refusals: string[] },
): void {
  const headers = { authorization: `Bearer ${key}` };
  connection.setRequests(requests.map(({ path }) => ({ method: "GET", path, headers })));
  let count = 0;
  connection.on("response", (status: number, _bytes: number, milliseconds: number) => {
    const request = requests[count % requests.length];
    count += 1;
    if (status !== 200) refusals.push(`${request?.path}: status ${status}`);
    else if (request) answers.push({ route: request.route, milliseconds, at: performance.now() });
  });
}

function toFigures(name: string, answers: readonly Answer[], elapsedS: number): Figure[] {
  const times = answers.map(({ milliseconds }) => milliseconds);
  return [
    { name: `${name}, p50`, unit: "ms", values: [percentile(times, 50)] },
    { name: `${name}, p95`, unit: "ms", values: [percentile(times, 95)] },
    { name, unit: "answers/s", values: [times.length / elapsedS] },
  ];
}
