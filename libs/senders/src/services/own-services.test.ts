import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings } from "@ruaflow/runtime/settings";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openServiceMap, senderSettings, shippedServiceMap } from "../index.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ruaflow-services-"));
  file = join(folder, "services.json");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const relay = {
  name: "Our relay",
  operator: "Example",
  category: "own",
  hostnames: ["relay.example.net"],
  dkim_domains: [],
  spf_domains: [],
  advice: null,
  documentation: "https://example.net/mail",
};

const write = (...entries: readonly object[]) => writeFile(file, JSON.stringify(entries));

test("without a file there are the shipped services", () => {
  expect(openServiceMap(readSettings(senderSettings, {}).RUAFLOW_SENDERS_JSON)).toBe(shippedServiceMap);
});

test("an entry of the file is a further service, or replaces the shipped one of its name", async () => {
  const sendgrid = { ...relay, name: "SendGrid", category: "marketing", hostnames: ["mailer.example.net"] };
  await write(relay, sendgrid);
  const { services, findService } = openServiceMap(file);
  const nameOf = (hostname: string) => findService({ hostname })?.service.name;
  expect(nameOf("a.relay.example.net")).toBe("Our relay");
  expect(nameOf("mailer.example.net")).toBe("SendGrid");
  expect(nameOf("o1.ptr1234.sendgrid.net")).toBeUndefined();
  expect(nameOf("mail-ej1-f54.google.com")).toBe("Google Workspace");
  expect(services.filter(({ name }) => name === "SendGrid")).toMatchObject([{ category: "marketing" }]);
  expect(services).toHaveLength(shippedServiceMap.services.length + 1);
});

test("an entry wins over a shipped one that has a longer suffix", async () => {
  await write({ ...relay, name: "All of Amazon", hostnames: ["amazonses.com"] });
  const { findService } = openServiceMap(file);
  expect(findService({ hostname: "a8-27.smtp-out.amazonses.com" })?.service.name).toBe("All of Amazon");
});

test.for([
  [[{ ...relay, category: "spam" }], '/0/category of "Our relay" must be one of mailbox_provider'],
  [[relay, { ...relay, hostname: "a.example" }], '/1/hostname of "Our relay" is unknown; check its spelling'],
  [[{ ...relay, operator: undefined }], '/0/operator of "Our relay" is missing'],
  [[{ ...relay, hostnames: ["Example.net"] }], '/0/hostnames/0 of "Our relay" must be a lower-case domain'],
  [[{ ...relay, name: 5 }], "/0/name must be text"],
  [[relay, relay], "services contradict each other: Our relay stands in Our relay and Our relay"],
  [[{ ...relay, part_of: "Nothing" }], "Our relay is part of Nothing, which is no service"],
] as const)("%j is refused with setting, file, entry and field", async ([entries, problem]) => {
  await write(...entries);
  const read = () => readSettings(senderSettings, { RUAFLOW_SENDERS_JSON: file });
  expect(read).toThrow(`  - RUAFLOW_SENDERS_JSON: ${file}: `);
  expect(read).toThrow(problem);
  expect(read).not.toThrow("_FILE");
});

test("a file that is missing, too large or not JSON is refused", async () => {
  expect(() => openServiceMap(file)).toThrow(`RUAFLOW_SENDERS_JSON: ${file}: ENOENT`);
  await writeFile(file, "[{]");
  expect(() => openServiceMap(file)).toThrow(/RUAFLOW_SENDERS_JSON: .*JSON/);
  await truncate(file, 9 * 1024 * 1024);
  expect(() => openServiceMap(file)).toThrow("the file has 9437184 bytes, more than 8388608");
});
