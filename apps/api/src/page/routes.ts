import { type HttpServer, PUBLIC } from "@ruaflow/http";
import { paths } from "@ruaflow/web/paths";
import { prefersType } from "../reports/csv/accept.ts";
import { homeDocument } from "./home-document.ts";
import { type PageFile, readPageFiles } from "./page-files.ts";

/**
 * Files and answers of this origin only; no inline scripts or styles, no markup made of text. Whatever stands in a report can be
 * shown, and none of it can run.
 */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** `gzip` in a list of codings, not with the weight 0 (RFC 9110, section 12.5.3). */
const GZIP_ACCEPTED = /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0\.\d*[1-9]))/i;

const YEAR_S = 31_536_000;

type Request = Parameters<NonNullable<HttpServer["unknownPath"]>>[0];
type Reply = Parameters<NonNullable<HttpServer["unknownPath"]>>[1];

/**
 * The page for people: one document at the path of each view, and its scripts and styles. They are public; what they show is asked
 * for through the API. `GET /` answers in JSON if the client prefers it.
 */
export async function registerPage(server: HttpServer): Promise<void> {
  const { document, assets } = await readPageFiles();
  const route = { config: PUBLIC, schema: { hide: true } };
  const sendPage = ({ headers }: Request, reply: Reply) => {
    reply.header("cache-control", "no-cache").header("content-security-policy", PAGE_POLICY);
    const { body, fields } = encode(document, headers["accept-encoding"]);
    return reply.headers({ ...fields, vary: "accept, accept-encoding" }).send(body);
  };
  for (const path of Object.values(paths)) {
    server.get(path, route, async (request, reply) => {
      const accepted = request.headers.accept ?? "";
      const isJson = path === paths.overview && prefersType(accepted, "application/json", "text/html");
      return isJson ? reply.header("vary", "accept").send(homeDocument) : sendPage(request, reply);
    });
  }
  server.unknownPath = (request, reply) => (isOfPeople(request) ? sendPage(request, reply.status(404)) : undefined);
  for (const asset of assets) {
    server.get(`/assets/${asset.name}`, route, async ({ headers }, reply) => {
      const { body, fields } = encode(asset, headers["accept-encoding"]);
      return reply.headers({ ...fields, "cache-control": `public, max-age=${YEAR_S}, immutable` }).send(body);
    });
  }
}

/** Paths of programs, which are answered with a problem document in any case. */
const OF_PROGRAMS = /^\/(api|v1|assets|metrics|healthz|readyz|openapi\.json)(\/|$)/;

/** Whether a browser follows a link; the page says that there is nothing at its address. */
function isOfPeople({ method, url, headers }: Request): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return (
    isRead &&
    !OF_PROGRAMS.test(url.split("?")[0] ?? "") &&
    prefersType(headers.accept ?? "", "text/html", "application/json")
  );
}

/** A file as a client accepts it, with the fields that go with it. */
function encode({ type, plain, compressed }: PageFile, accepted: string | string[] | undefined) {
  const isCompressed = GZIP_ACCEPTED.test(String(accepted ?? ""));
  return {
    body: isCompressed ? compressed : plain,
    fields: {
      "content-type": type,
      vary: "accept-encoding",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      ...(isCompressed && { "content-encoding": "gzip" }),
    },
  };
}
