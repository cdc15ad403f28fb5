import { type HttpServer, ProblemError, type RouteSchema, readCaller } from "@ruaflow/http";
import type { TObject } from "typebox";
import { Type } from "typebox";
import type { InOneSnapshot } from "../context.ts";
import { DOMAINS_MAX } from "../domain-filter.ts";
import type { SHOWS_NO_FACTS } from "./cache/derives-from-facts.ts";
import {
  FormatQuery,
  isCsvWanted,
  type ReportsReply,
  type ReportsRequest,
  refuseOrder,
  reportsRoute,
} from "./csv/format.ts";

/** Bytes: 10,000 ids with the rest of the filter. */
const BODY_BYTES_MAX = 1024 * 1024;

/** A question about reports that may be asked by GET, and with long lists by POST. */
interface FilteredRoute {
  readonly path: string;
  readonly inOneSnapshot: InOneSnapshot;
  /** Where POST is asked; absent: at `path`. */
  readonly postPath?: string;
  readonly postOperationId: string;
  /** Whether its answers are kept as long as what they derive from has not changed; then they also have an `ETag`. */
  readonly cached?: true | typeof SHOWS_NO_FACTS;
  /** Without its parameters. */
  readonly schema: RouteSchema;
  /** The parameters, with this greatest number of domain ids. */
  readonly parameters: (idsMax?: number) => TObject;
  /** Refuses parameters that do not go together, before defaults are filled in; its problems point to `/query`. */
  readonly refuse?: (given: object) => void;
}

const CACHED_NOTE = "JSON answers are [cached](/docs/reports#cache) and have an ETag.";

type Handle<Query> = (request: ReportsRequest<Query>, reply: ReportsReply) => Promise<unknown>;

/** Registers one handler for both methods: a POST has the parameters of the GET in its JSON body, except `format`. */
export function registerFiltered<Query>(server: HttpServer, route: FilteredRoute, handle: Handle<Query>): void {
  const inOneSnapshot: Handle<Query> = (request, reply) => {
    const { organizationId } = readCaller(request);
    const compute = () => handle(request, reply);
    // A stream is the reply itself.
    return route.inOneSnapshot(organizationId, { compute, isSent: (answer) => answer === reply });
  };
  registerGet(server, route, inOneSnapshot);
  registerPost(server, route, inOneSnapshot);
}

function registerGet<Query>(server: HttpServer, route: FilteredRoute, handle: Handle<Query>): void {
  const { path, parameters, refuse, cached = false } = route;
  const { format } = FormatQuery;
  const querystring = Type.Object({ ...parameters().properties, format }, { additionalProperties: false });
  const description = `${route.schema.description}${cached ? ` ${CACHED_NOTE}` : ""}`;
  const schema = { ...route.schema, description, querystring };
  const preValidation = async (request: ReportsRequest<unknown>) => {
    await reportsRoute.preValidation(request);
    if (isObject(request.query)) refuse?.(request.query);
  };
  const config = { ...reportsRoute.config, cached, etag: cached !== false };
  server.get(path, { schema, ...reportsRoute, config, preValidation }, async (request, reply) =>
    handle(withQuery<Query>(request), reply),
  );
}

function registerPost<Query>(server: HttpServer, route: FilteredRoute, handle: Handle<Query>): void {
  const { path, postPath = path, postOperationId: operationId, parameters, cached = false } = route;
  const querystring = Type.Object(FormatQuery, { additionalProperties: false });
  const description = `As GET ${path}, with the parameters in a JSON body: for lists of up to ${DOMAINS_MAX.toLocaleString("en-US")} domains, which a URL cannot carry. Nothing is changed or stored. format stays in the URL. There is no Link header: ask for the next page with another body.`;
  const schema = { ...route.schema, operationId, description, querystring, body: parameters(DOMAINS_MAX) };
  const options = {
    schema,
    ...reportsRoute,
    config: { ...reportsRoute.config, cached, readsOnly: true },
    bodyLimit: BODY_BYTES_MAX,
    preValidation: (request: ReportsRequest<unknown>) => prepareBody(request, route),
    preHandler: async (request: ReportsRequest<unknown>) => {
      request.query = { ...toObject(request.body), ...toObject(request.query) };
    },
  };
  server.post(postPath, options, async (request, reply) => {
    const answer = await inBody(async () => handle(withQuery<Query>(request), reply));
    reply.removeHeader("link");
    return answer;
  });
}

/** The schema has checked the query; its type is that of the route's parameters. */
function withQuery<Query>(request: object): ReportsRequest<Query> {
  return request as ReportsRequest<Query>;
}

/** As the query of a GET is prepared. */
async function prepareBody(request: ReportsRequest<unknown>, { refuse }: FilteredRoute): Promise<void> {
  // Only a body that was not sent: null is no object of parameters.
  if (request.body === undefined) request.body = {};
  const { body } = request;
  if (!isObject(body)) return;
  await inBody(async () => {
    if (isCsvWanted(request)) refuseOrder(body);
    refuse?.(body);
  });
}

/** Problems that name a parameter point to the body. */
async function inBody<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProblemError ? pointToBody(error) : error;
  }
}

function pointToBody(error: ProblemError): ProblemError {
  if (!error.errors.some(({ pointer }) => pointer.startsWith("/query/"))) return error;
  const place = (text: string) => text.replace(/^\/query\//, "/body/");
  const errors = error.errors.map(({ pointer, message }) => ({ pointer: place(pointer), message }));
  return new ProblemError(error.code, place(error.message), errors);
}

function toObject(value: unknown): object {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
