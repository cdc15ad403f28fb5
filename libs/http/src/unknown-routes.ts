import type { FastifyReply, FastifyRequest } from "fastify";
import type { HttpServer } from "./http-server.ts";
import { ProblemError } from "./problem.ts";

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/**
 * Answers what no route takes: 405 with `Allow` (RFC 9110, section 15.5.6) where the path is known with other methods,
 * else 404, before anything is read of a body. A path of its own (`/domains/batch`) is not taken for an id of another one
 * (`/domains/:id`). To be called before the routes are added.
 */
export function answerUnknownRoutes(server: HttpServer): void {
  const paths = new Map<string, KnownPath>();
  server.addHook("onRoute", ({ url, method }) => {
    const known = paths.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    paths.set(url, known);
    for (const name of [method].flat()) known.methods.add(name);
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = (request.url.split("?")[0] ?? "").replace(/(?<=.)\/$/, "");
    const own = paths.get(path);
    const known = own ? [own] : [...paths.values()].filter(({ pattern }) => pattern.test(path));
    const allowed = known.flatMap(({ methods }) => [...methods]);
    if (allowed.length === 0) throw new ProblemError("not_found", `There is nothing at ${request.method} ${path}.`);
    const allow = [...new Set(allowed)].sort().join(", ");
    reply.header("allow", allow);
    throw new ProblemError("method_not_allowed", `${request.method} is not possible here, but ${allow}.`);
  };
  server.addHook("onRequest", async (request, reply) => {
    if (request.is404) refuse(request, reply);
  });
  server.setNotFoundHandler(refuse);
}

/** `/reports/:id` as a pattern of the paths that it takes. */
function toPattern(url: string): RegExp {
  const segments = url.split("/").map((segment) => (segment.startsWith(":") ? "[^/]+" : escapePattern(segment)));
  return new RegExp(`^${segments.join("/")}$`);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
