import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifySchema, FastifyTypeProvider, RawServerDefault } from "fastify";
import type { Static, TSchema } from "typebox";

/** Lets Fastify derive the types of query, parameters and body from their TypeBox schemas. */
export interface TypeBoxTypeProvider extends FastifyTypeProvider {
  validator: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
  serializer: this["schema"] extends TSchema ? Static<this["schema"]> : unknown;
}

/** A Fastify server whose routes are typed by their TypeBox schemas. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The checks of `/readyz` by name; each throws while its dependency cannot be reached. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void>>>;

/** The schema of a route whose types are declared separately, such as a route that streams its response. */
export type RouteSchema = FastifySchema;
