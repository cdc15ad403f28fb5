import type { FastifyReply, FastifyRequest } from "fastify";
import type { HttpServer } from "./http-server.ts";
import { ProblemError } from "./problem.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Answers a request of a path that nothing has, for example with a page for people; absent, or undefined: with a problem document. */
    unknownPath: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined) | null;
  }
}

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/**
 * Answers requests that match no route, before reading their body: 405 with `Allow` (RFC 9110, section 15.5.6) when the path
 * exists with other methods, otherwise 404. A static path (`/domains/batch`) is not taken for an id of a parametric one
 * (`/domains/:id`). Call it before the routes are added.
 */
export function answerUnknownRoutes(server: HttpServer): void {
  const paths = new Map<string, KnownPath>();
  server.addHook("onRoute", ({ url, method }) => {
    const known = paths.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    paths.set(url, known);
    for (const name of [method].flat()) known.methods.add(name);
  });
  server.decorate("unknownPath", null);
  const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = (request.url.split("?")[0] ?? "").replace(/(?<=.)\/$/, "");
    const exact = paths.get(path);
    const known = exact ? [exact] : [...paths.values()].filter(({ pattern }) => pattern.test(path));
    const allowed = known.flatMap(({ methods }) => [...methods]);
    if (allowed.length === 0) {
      const answered = server.unknownPath?.(request, reply);
      if (answered !== undefined) return answered;
      throw new ProblemError("not_found", `Nothing was found at ${request.method} ${path}.`);
    }
    const allow = [...new Set(allowed)].sort().join(", ");
    reply.header("allow", allow);
    throw new ProblemError("method_not_allowed", `${request.method} is not allowed here; allowed: ${allow}.`);
  };
  server.addHook("onRequest", async (request, reply) => {
    if (request.is404) return refuse(request, reply);
  });
  server.setNotFoundHandler(refuse);
}

/** `/reports/:id` as a pattern of the paths that it matches. */
function toPattern(url: string): RegExp {
  const segments = url.split("/").map((segment) => (segment.startsWith(":") ? "[^/]+" : escapePattern(segment)));
  return new RegExp(`^${segments.join("/")}$`);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
