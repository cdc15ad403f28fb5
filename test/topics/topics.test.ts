import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import specs from "@asyncapi/specs";
import { listTopics } from "@ruaflow/event-log";
import { encodeRecord, splitLines } from "@ruaflow/report/message";
import { parseReportMessage } from "@ruaflow/report/message-reader";
import { aRecord, sampleFacts } from "@ruaflow/report/testing";
import { eventTypes, sampleEvent } from "@ruaflow/webhooks/event-types";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { toDeadLetters } from "../../libs/event-log/src/dead-letters/to-dead-letters.ts";
import { createDocument, createFiles } from "./document.ts";
import { messages, messagesOf } from "./messages.ts";

const folder = fileURLToPath(new URL("../../docs/topics/", import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}`, "utf8"));
const files: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(createFiles()));

/** A message as `examples.json` has it: test vectors for decoders in other languages. */
interface Example {
  readonly name: string;
  readonly key: string;
  readonly headers: object;
  readonly value_base64: string;
  readonly facts: object;
  readonly records: number;
  readonly messages: number;
  readonly last_record: unknown[];
}

const examples: readonly Example[] = read("examples.json");

describe("the committed files", () => {
  const names = Object.keys(files);

  test.each(names)("%s equals what the code says", (name) => {
    expect(read(name), "update it with: npm run topics").toEqual(files[name]);
  });

  test("are all of them", () => {
    const found = readdirSync(`${folder}schemas`).map((name) => `schemas/${name}`);
    expect(found.sort()).toEqual(names.filter((name) => name.startsWith("schemas/")).sort());
  });
});

describe("the AsyncAPI document", () => {
  let check: ValidateFunction;

  beforeAll(() => {
    // AsyncAPI's schema contains draft 07 itself.
    const ajv = new Ajv({ strict: false, meta: false, validateSchema: false });
    formats.default(ajv);
    check = ajv.compile(Object(specs.schemas["3.0.0"]));
  });

  test("is valid AsyncAPI 3, and one with a wrong word is not", () => {
    const document = read("asyncapi.json");
    check(document);
    expect(check.errors).toBeNull();
    const [name = ""] = Object.keys(document.operations);
    document.operations[name].action = "publish";
    expect(check(document)).toBe(false);
  });

  test("refers only to what exists", () => {
    const references = [...JSON.stringify(files["asyncapi.json"]).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
    expect(references.length).toBeGreaterThan(15);
    for (const reference of references) expect(resolve(reference ?? ""), reference).toBeTypeOf("object");
  });

  test("has every topic, with its settings", () => {
    const { channels } = createDocument(listTopics());
    const described = Object.values(channels).map(({ address, bindings: { kafka } }) => [
      address,
      kafka.partitions,
      kafka.topicConfiguration["retention.ms"],
    ]);
    expect(described).toEqual(listTopics().map(({ name, partitions, retentionMs }) => [name, partitions, retentionMs]));
  });

  test("and the page about it have every topic", () => {
    const page = readFileSync(`${folder}../topics.md`, "utf8");
    for (const { name } of listTopics()) expect(page).toContain(`| \`${name}\` |`);
  });

  test("has every message exactly once, and refuses a topic whose messages are not described", () => {
    expect(Object.values(messagesOf).flat().sort()).toEqual(Object.keys(messages).sort());
    const unknown = { name: "ruaflow.unknown.v1", partitions: 1, retentionMs: 1 };
    expect(() => createDocument([unknown])).toThrow(/messages of ruaflow.unknown.v1/);
  });

  test("describes the headers that a dead letter has", () => {
    const received = {
      key: "k",
      value: Buffer.from("v"),
      headers: {},
      partition: 0,
      offset: 7n,
      appendedAt: new Date(),
    };
    const outcome = { kind: "dead-letter", reason: "unreadable", detail: "…" } as const;
    const [letter] = toDeadLetters([received], [outcome], { topic: "t", group: "g" });
    expect(messages.deadLetter).toMatchObject({ headers: { required: Object.keys(letter?.headers ?? {}) } });
  });
});

/** The part of the files that a `$ref` of the document names. */
function resolve(reference: string): unknown {
  if (!reference.startsWith("#/")) return files[reference.replace("./", "")];
  const step = (value: unknown, key: string): unknown => Object(value)[key];
  return reference.slice(2).split("/").reduce(step, files["asyncapi.json"]);
}

describe("the schemas", () => {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  const toErrors = (name: string, data: unknown) => {
    const validate = ajv.compile(Object(files[`schemas/${name}.json`]));
    return validate(data) ? [] : validate.errors;
  };

  test("accept the facts and records that the product writes, and no others", () => {
    expect(toErrors("report-facts", { version: 1, ...sampleFacts })).toEqual([]);
    expect(toErrors("report-facts", { version: 2, ...sampleFacts })).not.toEqual([]);
    const record = JSON.parse(`[${encodeRecord(aRecord())}]`);
    expect(toErrors("report-record", record)).toEqual([]);
    expect(toErrors("report-record", [...record, "a value of a later release"])).toEqual([]);
    expect(toErrors("report-record", record.toSpliced(2, 1))).not.toEqual([]);
  });

  test.each(eventTypes)("accept a sample of the event %s", (type) => {
    const { body } = sampleEvent(type, { organizationId: "org_1", now: new Date() });
    const name = `event-${type.replaceAll(/[._]/g, "-")}`;
    expect(toErrors(name, JSON.parse(Buffer.from(body).toString()))).toEqual([]);
    expect(toErrors(name, { id: "evt_1" })).not.toEqual([]);
  });

  test.each(examples)("and the product read the example: $name", (example) => {
    const { lines, ...facts } = parseReportMessage(Buffer.from(example.value_base64, "base64"));
    const records = splitLines(lines).map((line) => JSON.parse(`[${line}]`));
    expect(facts).toEqual(example.facts);
    expect(records).toHaveLength(example.records);
    expect(records.at(-1)).toEqual(example.last_record);
    expect(toErrors("report-facts", facts)).toEqual([]);
    for (const record of records) expect(toErrors("report-record", record)).toEqual([]);
  });
});
