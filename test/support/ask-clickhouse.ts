import { request } from "node:http";
import { text } from "node:stream/consumers";

/**
 * Asks the ClickHouse that a `clickhouse.url` names, tables behind the views included.
 * @throws Error with ClickHouse's message
 */
export async function askClickHouse(
  address: string,
  query: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  const url = new URL(address.trim());
  const path = `/?${new URLSearchParams({ database: url.pathname.slice(1), ...parameters })}`;
  const socketPath = url.searchParams.get("socket") ?? undefined;
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, method: "POST", path }, (response) => {
      text(response).then(
        (answer) => (response.statusCode === 200 ? resolve(answer) : reject(new Error(answer))),
        reject,
      );
    });
    asking.on("error", reject).end(query);
  });
}

/** Rows of a query, as {@link askClickHouse}. Whole numbers are numbers, whatever their size. */
export async function askForRows<Row>(address: string, query: string): Promise<Row[]> {
  const settings = "SETTINGS output_format_json_quote_64bit_integers = 0";
  const answer = await askClickHouse(address, `${query} ${settings} FORMAT JSONEachRow`);
  return answer.split("\n").flatMap((line): Row[] => (line === "" ? [] : [JSON.parse(line)]));
}
