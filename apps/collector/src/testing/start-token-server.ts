import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** A server that issues access tokens and says which are valid, for one user. */
export interface TokenServer {
  readonly tokenUrl: string;
  readonly introspectionUrl: string;
  /** The grants that were requested, in order. */
  readonly grants: readonly URLSearchParams[];
  /** Makes every token issued so far invalid. */
  revoke(): void;
  stop(): Promise<void>;
}

/** @param answer the answer to a grant in place of a new token, for tests of failures */
export async function startTokenServer(
  user: string,
  answer?: (grant: URLSearchParams) => { readonly status: number; readonly body: object } | undefined,
): Promise<TokenServer> {
  const grants: URLSearchParams[] = [];
  const valid = new Set<string>();

  function issue(grant: URLSearchParams) {
    grants.push(grant);
    const refusal = answer?.(grant);
    if (refusal) return refusal;
    const token = randomUUID();
    valid.add(token);
    return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 3600 } };
  }

  async function reply(request: IncomingMessage) {
    const form = new URLSearchParams(await text(request));
    if (request.url === "/token") return issue(form);
    return {
      status: 200,
      body: valid.has(form.get("token") ?? "") ? { active: true, username: user } : { active: false },
    };
  }

  const server = createServer((request, response) => {
    void reply(request).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    tokenUrl: `${url}/token`,
    introspectionUrl: `${url}/introspect`,
    grants,
    revoke: () => valid.clear(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
