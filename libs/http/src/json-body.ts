import type { HttpServer } from "./http-server.ts";
import { ProblemError } from "./problem.ts";

/** Escaped NUL in JSON text; an even number of backslashes before it would make it a text about it. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/i;

/**
 * Reads JSON bodies: no body at all is none, whatever its announced type; U+0000, which PostgreSQL cannot take, and
 * names that reach for prototypes are refused.
 */
export function readJsonBodies(server: HttpServer): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    const body = String(text);
    if (body === "") return done(null, undefined);
    if (ESCAPED_NUL.test(body)) {
      return done(new ProblemError("invalid_request", "The body contains a NUL character."));
    }
    return parse(request, body, done);
  });
}
