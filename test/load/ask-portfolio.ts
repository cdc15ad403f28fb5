// `npm run bench:ask -- [--data DIR]`: what a provider asks every day, each with the request, the first lines of
// the answer and its time, on 2,000 domains of 300 clients.
import { parseArgs } from "node:util";
import { readOptions } from "./options.ts";
import { toDailyRequests } from "./portfolio-requests.ts";
import { openPortfolio, type PortfolioStore, toPortfolio } from "./portfolio-store.ts";

const SIZE = { domains: 2_000, records: 1_000_000 };
const LINE_CHARS_MAX = 200;

const { values } = parseArgs({ options: { data: { type: "string" } } });
const options = readOptions(values.data === undefined ? [] : ["--data", values.data]);
const context = {
  options,
  parsedmarc: () => Promise.reject(new Error("not needed")),
  progress: (text: string) => console.error(text),
};
const opened = await openPortfolio("provider", toPortfolio(SIZE), context);
try {
  await askAll(opened);
} finally {
  await opened.store.stop();
}

async function askAll({ store: { service }, key, portfolio }: PortfolioStore): Promise<void> {
  for (const { question, method, path, body } of toDailyRequests(portfolio)) {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    // Once before it counts, so that no time is that of a first connection.
    await (await fetch(service.url + path, request)).text();
    const startedAt = performance.now();
    const answer = await fetch(service.url + path, request);
    const text = await answer.text();
    const milliseconds = (performance.now() - startedAt).toFixed(1);
    console.log(`\n# ${question}\n$ curl${toFlags(method, body)} '${path}'\n${toFirstLines(text)}`);
    console.log(`${answer.status}, ${milliseconds} ms, ${text.length.toLocaleString("en")} characters`);
  }
}

function toFlags(method: string, body: unknown): string {
  const data = body === undefined ? "" : ` -d '${JSON.stringify(body).slice(0, LINE_CHARS_MAX)}'`;
  return `${method === "GET" ? "" : ` -X ${method}`}${data}`;
}

/** JSON has one line: its first two pieces. */
function toFirstLines(text: string): string {
  const lines = text.includes("\n") ? text.split("\n") : [text.slice(0, LINE_CHARS_MAX), text.slice(LINE_CHARS_MAX)];
  return lines
    .slice(0, 2)
    .map((line) => line.slice(0, LINE_CHARS_MAX))
    .join("\n");
}
