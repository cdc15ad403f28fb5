import type { HttpServer } from "./http-server.ts";
import { ProblemError } from "./problem.ts";

/** An escaped NUL in JSON text. With an even number of backslashes before `u0000` it is literal text, not an escape. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/i;

/**
 * Reads JSON bodies. An empty body counts as absent, even with a content type. Refuses U+0000, which PostgreSQL cannot
 * store, and the names `__proto__` and `constructor.prototype`.
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
