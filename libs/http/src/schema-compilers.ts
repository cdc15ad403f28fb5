import ajvCompiler from "@fastify/ajv-compiler";
import serializerCompiler from "@fastify/fast-json-stringify-compiler";
import type { FastifySchemaCompiler, FastifySerializerCompiler } from "fastify";
import { VALUE_TEXTS } from "./openapi/described-values.ts";

/** Schemas by the id that others refer to them with. */
type SharedSchemas = Readonly<Record<string, object>>;

type Validator = ReturnType<FastifySchemaCompiler<object>>;

const customOptions = {
  removeAdditional: false,
  allErrors: true,
  coerceTypes: false,
  keywords: ["example", VALUE_TEXTS],
};

/**
 * Fastify's own compilers, which here wait for the first request that needs a schema. All schemas of the API at once, each for two
 * prefixes and once more for HEAD, took half of a start's CPU time, and few are needed soon. A schema that cannot be compiled fails
 * its requests: `atOnce`, for a test of all schemas, fails the start.
 */
export function createSchemaCompilers(shared: SharedSchemas, { atOnce = false } = {}) {
  const getValidators = once(() => ajvCompiler()({ ...shared }, { customOptions }));
  const getSerializers = once(() => serializerCompiler()(shared));
  const validator: FastifySchemaCompiler<object> = (route) => {
    const compile = once((): Validator => Reflect.apply(getValidators(), undefined, [route]));
    if (atOnce) compile();
    return (data) => compile()(data) || { error: compile().errors ?? [] };
  };
  const serializer: FastifySerializerCompiler<object> = (route) => {
    const compile = once(() => getSerializers()({ httpStatus: "", ...route }));
    if (atOnce) compile();
    return (data) => compile()(data);
  };
  return { validator, serializer };
}

/** The function's value, which is made by the first call. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
