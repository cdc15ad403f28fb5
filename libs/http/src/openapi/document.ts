/** The subset of JSON Schema that the routes use. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly minProperties?: number;
  example?: unknown;
  examples?: readonly unknown[];
}

export interface MediaType {
  readonly schema?: Schema | { readonly $ref: string };
  example?: unknown;
}

export interface DocumentedResponse {
  description: string;
  headers?: Record<string, { readonly description: string; readonly schema: Schema }>;
  content?: Record<string, MediaType>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  required?: boolean;
  readonly schema: Schema;
  example?: unknown;
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { required?: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Record<string, DocumentedResponse>;
}

/** The subset of an OpenAPI 3.1 document that is completed. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
