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
