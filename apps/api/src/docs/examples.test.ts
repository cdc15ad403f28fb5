import { readFile } from "node:fs/promises";
import { Check } from "typebox/schema";
import { beforeAll, expect, test } from "vitest";

interface MediaType {
  readonly schema?: object;
  readonly example?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (MediaType & {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: object;
  })[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

let operations: readonly Operation[];

/** The committed document; test/api/openapi.test.ts compares it with the server's. */
beforeAll(async () => {
  const text = await readFile(new URL("../../openapi.json", import.meta.url), "utf8");
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text);
  operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.length).toBeGreaterThan(10);
});

test("no id parameter has an example: Swagger UI would send it, and no reader has that id", () => {
  const parameters = operations.flatMap(({ parameters: own = [] }) => own).filter(({ name }) => /(^|_)id$/.test(name));
  expect(parameters.length).toBeGreaterThan(10);
  for (const { example, schema } of parameters)
    expect([example, JSON.stringify(schema)]).toEqual([undefined, expect.not.stringContaining('"example')]);
});

test("every other parameter has a description and a valid example, and a parameter with a default is optional", () => {
  for (const { operationId, parameters = [] } of operations) {
    for (const { name, description, example, schema, required, ...parameter } of parameters) {
      const place = [operationId, name];
      if (!/(^|_)id$/.test(name))
        expect([...place, example, Check(schema, example)]).toEqual([...place, example, true]);
      if (parameter.in !== "path") expect([...place, typeof description]).toEqual([...place, "string"]);
      if ("default" in schema) expect([...place, required]).toEqual([...place, false]);
    }
  }
});

test("every request and response body has a valid example", () => {
  for (const { operationId, requestBody, responses } of operations) {
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
    for (const { content = {} } of [requestBody ?? {}, ...successes.map(([, response]) => response)]) {
      for (const { schema = {}, example } of Object.values(content)) {
        const found = [operationId, example];
        expect([...found, Check(schema, example)]).toEqual([...found, true]);
      }
    }
  }
});

test("no example is a placeholder", () => {
  for (const { operationId, responses, requestBody } of operations) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      const texts = Object.values(content).map(({ example }) => JSON.stringify(example) ?? "");
      expect([operationId, texts.filter((text) => text.includes('"text"'))]).toEqual([operationId, []]);
    }
  }
});
