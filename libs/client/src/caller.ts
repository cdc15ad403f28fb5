import { type Operations, operations } from "./operations.ts";
import type { Body, CallOptions } from "./outgoing-request.ts";
import { type ClientOptions, send } from "./send.ts";

export type OperationName = keyof Operations & keyof typeof operations;

/** The query of an operation. */
export type Query<Name extends OperationName> = Omit<NonNullable<Operations[Name]["query"]>, "format">;
/** The JSON body of an operation. */
export type RequestBody<Name extends OperationName> = Operations[Name]["body"];
/** The JSON response of an operation. */
export type Answer<Name extends OperationName> = Operations[Name]["answer"];

/** The parts of an operation's request, without those that it does not have. */
type Parts<Name extends OperationName> = {
  readonly [Part in "path" | "body" as Operations[Name][Part] extends undefined ? never : Part]: Operations[Name][Part];
} & { readonly query?: Query<Name> };

/** Exported, because the packed types of `createClient` name it. */
export interface AnyParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
}

/** Named, so that the packed types do not spell out type arguments that older versions of TypeScript do not know. */
export type Bytes = ReadableStream<Uint8Array>;

export type Csv = Bytes;

/** Calls operations of the API by name. */
export interface Caller {
  ask<Name extends OperationName>(
    name: Name,
    parts: AnyParts & Parts<Name>,
    options?: CallOptions,
  ): Promise<Answer<Name>>;
  /** Requests CSV and streams its bytes. */
  askCsv<Name extends OperationName>(name: Name, parts: AnyParts & Parts<Name>, options?: CallOptions): Promise<Csv>;
  /** Requests bytes and streams them. */
  askBytes<Name extends OperationName>(
    name: Name,
    parts: AnyParts & Parts<Name>,
    options?: CallOptions,
  ): Promise<Bytes>;
  /** The path and query of an operation, for a link. */
  toPath<Name extends OperationName>(name: Name, parts: AnyParts & Parts<Name>): string;
  /** The same of its CSV. */
  toCsvPath<Name extends OperationName>(name: Name, parts: AnyParts & Parts<Name>): string;
  /** Sends bytes unchanged. */
  upload<Name extends OperationName>(
    name: Name,
    upload: { readonly query: Query<Name>; readonly body: Body },
    options?: CallOptions,
  ): Promise<Answer<Name>>;
}

export function createCaller(client: ClientOptions): Caller {
  return {
    async ask(name, { path, query, body }, options) {
      const json = body === undefined ? null : JSON.stringify(body);
      const headers = { accept: "application/json", ...(json !== null && { "content-type": "application/json" }) };
      return send(client, toRequest({ client, name, path, query, headers, body: json, options }), readJson);
    },
    async askCsv(name, { path, query }, options) {
      const csv = { ...query, format: "csv" };
      const headers = { accept: "text/csv" };
      return send(client, toRequest({ client, name, path, query: csv, headers, body: null, options }), readStream);
    },
    async askBytes(name, { path, query }, options) {
      const headers = { accept: "application/octet-stream" };
      return send(client, toRequest({ client, name, path, query, headers, body: null, options }), readStream);
    },
    toPath: (name, { path, query }) => toPath(name, path, query),
    toCsvPath: (name, { path, query }) => toPath(name, path, { ...query, format: "csv" }),
    async upload(name, { query, body }, options) {
      const headers = { accept: "application/json" };
      return send(client, toRequest({ client, name, path: {}, query, headers, body, options }), readJson);
    },
  };
}

interface Request {
  readonly client: ClientOptions;
  readonly name: OperationName;
  readonly path: Readonly<Record<string, string>> | undefined;
  readonly query: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | null;
  readonly options: CallOptions | undefined;
}

function toPath(name: OperationName, path: AnyParts["path"] = {}, query: object = {}): string {
  return fillPath(operations[name].path, path) + toQueryString(query);
}

function toRequest({ client, name, path, query, headers, body, options = {} }: Request) {
  const { method } = operations[name];
  const { idempotencyKey = crypto.randomUUID(), ...rest } = options;
  const idempotency = method === "POST" ? { "idempotency-key": idempotencyKey } : {};
  const url = client.baseUrl.replace(/\/+$/, "") + toPath(name, path, query);
  return { ...rest, method, url, headers: { ...headers, ...idempotency }, body };
}

function fillPath(pattern: string, path: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_match, name: string) => toSegment(name, path[name] ?? ""));
}

/** Dots only, or an empty id, would lead to a different path. */
function toSegment(name: string, value: string): string {
  if (["", ".", ".."].includes(value)) throw new TypeError(`${name} is not a valid id: "${value}"`);
  return encodeURIComponent(value);
}

function toQueryString(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // Several values of one parameter repeat it.
    for (const each of [value].flat()) if (each !== undefined) parameters.append(name, String(each));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}

async function readJson(response: Response) {
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

async function readStream(response: Response): Promise<Csv> {
  return response.body ?? new Blob([]).stream();
}
