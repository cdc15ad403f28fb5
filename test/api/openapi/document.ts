import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createEnvelopeSchema, eventTypes } from "@ruaflow/webhooks/event-types";
import { createMigratedDataDir } from "../../support/migrated-data-dir.ts";
import { removeDataDir, startService } from "../../support/service.ts";

/** Path of the committed document. */
export const documentPath = fileURLToPath(new URL("../../../apps/api/openapi.json", import.meta.url));
/** Path of the client's committed types. */
export const typesPath = fileURLToPath(new URL("../../../libs/client/src/operations.ts", import.meta.url));

/** Path of the client's committed types of events. */
export const eventTypesPath = fileURLToPath(new URL("../../../libs/client/src/events.ts", import.meta.url));

/** Path of the page's committed filters. */
export const filtersPath = fileURLToPath(new URL("../../../apps/web/src/filter/record-filters.ts", import.meta.url));

/** The part of JSON Schema that our routes use. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  /** Values with a description each. */
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface DocumentedResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

/** The document that the embedded service serves: API and uploads. */
export async function readServedDocument(): Promise<Document> {
  const dataDir = createMigratedDataDir();
  try {
    const service = await startService(dataDir);
    const served = fetch(`${service.url}/openapi.json`).then((response) => response.text());
    return JSON.parse(await served.finally(() => service.stop()));
  } finally {
    await removeDataDir(dataDir);
  }
}

/** The schema of each event's body, by type. */
export function readEnvelopes(): ReadonlyMap<string, Schema> {
  return new Map(eventTypes.map((type) => [type, JSON.parse(JSON.stringify(createEnvelopeSchema(type)))]));
}

export async function readCommittedDocument(): Promise<Document> {
  return JSON.parse(await readFile(documentPath, "utf8"));
}
