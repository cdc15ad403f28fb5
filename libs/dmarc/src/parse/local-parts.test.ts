// The local part of an address names a person: no warning and no refusal may quote it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readReport } from "./read-report.ts";

const plain = readFileSync(new URL("../../golden/plain.xml", import.meta.url), "utf8");

async function read(xml: string) {
  async function* bytes() {
    yield Buffer.from(xml);
  }
  const lines: string[] = [];
  const result = await readReport(bytes(), { onLine: (line) => void lines.push(line) });
  return { result, lines };
}

const person = "jane.q.public";
/** Elements of a report whose text can be an address. */
const elements = [...plain.matchAll(/<([a-z_]+)>[^<]+<\/\1>/g)].map(([, name = ""]) => name);

const spellings = [
  `${person}@own.example`,
  `<${person}@own.example>`,
  `&lt;${person}@own.example&gt;`,
  `Jane Public &lt;${person}@own.example&gt;`,
  `"${person} x"@own.example`,
  `${person}@[192.0.2.1]`,
  `${person}&#64;own.example`,
  `${person}%40own.example`,
  `${person}＠own.example`,
  `${person}@own.example and more`,
  `a < ${person}@own.example`,
  `</${person}@own.example>`,
  `<${person}＠own.example>`,
  `<${person}＠own.example/>`,
  `</${person}＠own.example>`,
  `<${person}@own.example>x</${person}@own.example>`,
];

const cases = [...new Set(elements)].flatMap((name) => spellings.map((spelling) => [name, spelling] as const));

test.each(cases)("no warning quotes the local part that <%s> has, written as %s", async (name, spelling) => {
  const text = new RegExp(`(<${name}>)[^<]+(</${name}>)`);
  const forms = [
    plain.replace(text, `$1${spelling}$2`),
    plain.replace(text, `$1${spelling}`),
    plain.replace(text, `$&<${name}>${spelling}</${name}>`),
    plain.replace(text, `$&${spelling}`),
    plain.replace(text, `$1${spelling}/${name}>`),
  ];
  for (const xml of [...forms, plain.replace(text, spelling)]) {
    const { result } = await read(xml);
    const told = result.kind === "report" ? result.warnings : result;
    expect(JSON.stringify(told), xml).not.toMatch(new RegExp(`${person}|Jane`, "i"));
  }
});

test("the warning keeps the domain of the address", async () => {
  const { result } = await read(plain.replace(/<header_from>[^<]+/, `<header_from>${person}@Own.example`));
  expect(result).toMatchObject({ warnings: [{ code: "value-rewritten", detail: "Own.example" }] });
});
