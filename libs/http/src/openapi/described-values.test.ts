import { expect, test } from "vitest";
import { DescribedValues, describeValues, KnownValues } from "./described-values.ts";

const texts = { open: "It lasts.", closed: "It has ended." };
const forms = [
  { const: "open", description: "It lasts." },
  { const: "closed", description: "It has ended." },
];

test("a document describes each of a few values", () => {
  const schema = DescribedValues(texts, { description: "State.", default: "open" });
  const document = { properties: { state: { anyOf: [schema, { type: "null" }] } } };
  const described = { type: "string", description: "State.", oneOf: forms, default: "open" };
  expect(describeValues(document)).toEqual({ properties: { state: { anyOf: [described, { type: "null" }] } } });
});

test("a document says that known values may get more", () => {
  const other = { type: "string", description: "Later releases may add values." };
  expect(describeValues(KnownValues(texts))).toEqual({ type: "string", anyOf: [...forms, other] });
});

test("a validator sees the plain values", () => {
  expect(DescribedValues(texts)).toMatchObject({ type: "string", enum: ["open", "closed"] });
  expect(KnownValues(texts)).not.toHaveProperty("enum");
});
