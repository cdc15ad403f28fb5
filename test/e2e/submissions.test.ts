import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@ruaflow/client";
import { findRunningOwner } from "@ruaflow/engines/postgres";
import { executeSql } from "@ruaflow/metadata-store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinService, type Tenant } from "../support/join-service.ts";
import { generateReport } from "../support/report-generator.ts";
import { ask, createDataDir, removeDataDir, runCommand } from "../support/service.ts";
import { upload } from "../support/upload.ts";

let service: Tenant;
let key: string;
/** For the files of this test. */
const folder = createDataDir();

beforeAll(async () => {
  service = await joinService();
  key = service.key;
});

afterAll(async () => {
  await service.leave();
  await removeDataDir(folder);
});

const run = (...args: string[]) => service.run(...args);
/** A command on the organization of this file. */
const runOwn = (...args: string[]) => service.run(...args, "--org", service.organization);
const addDomain = (name: string) => runOwn("domains", "add", name);

const readMessages = async () =>
  (
    await ask<{ data: { totals: { messages: number } } }>(
      service,
      key,
      "/api/v1/reports/aggregate?start_date=2020-01-01",
    )
  ).body.data;

/** As a report is once it was held for as long as one may. */
async function refuseHeld(domain: string): Promise<void> {
  const database = (await findRunningOwner(join(service.dataDir, "postgres")))?.url ?? "";
  await executeSql(database, `UPDATE arrivals SET outcome = 'refused' WHERE outcome = 'held' AND domain = '${domain}'`);
}

test("a report on an unknown domain is held, and counts without a replay once its domain is added", async () => {
  const report = generateReport({ seed: 12, domain: "soon.example", begin: 1_767_225_600, records: 5 });
  const [entry] = await upload(service, key, { name: "soon.xml", body: [...report.xml()].join("") });
  expect(entry).toMatchObject({ outcome: "held", reason: "unknown-domain" });
  const before = await readMessages();
  expect(await run("submissions", "show", entry?.submission_id ?? "")).toContain(
    "held (unknown-domain): soon.xml, soon.example",
  );
  await addDomain("soon.example");
  await expect.poll(readMessages, { timeout: 30_000 }).not.toEqual(before);
  expect(JSON.stringify(await readMessages())).toContain(String(report.messages));
});

test("what was refused is listed, read byte for byte, and counts after a replay", async () => {
  const report = generateReport({ seed: 11, domain: "late.example", begin: 1_767_225_600, records: 5 });
  const body = [...report.xml()].join("");
  const [entry] = await upload(service, key, { name: "late.xml", body });
  expect(entry).toMatchObject({ outcome: "held", reason: "unknown-domain" });
  await refuseHeld("late.example");
  const id = entry?.submission_id ?? "";

  const listed = JSON.parse(await runOwn("submissions", "list", "--state", "refused", "--json"));
  expect(listed).toMatchObject([{ id, state: "refused", channel: "upload", sha256: hash("sha256", body) }]);
  expect(await runOwn("submissions", "list", "--state", "held")).toBe("0 submissions\n");
  expect(await run("submissions", "show", id)).toContain("refused (unknown-domain): late.xml, late.example");
  const file = join(folder, "raw.xml");
  await run("submissions", "show", id, "--raw", file);
  expect(readFileSync(file, "utf8")).toBe(body);
  const bytes = await new Response(await createClient({ baseUrl: service.url, key }).submissions.download(id)).text();
  expect(bytes).toBe(body);

  const before = await readMessages();
  expect(await runOwn("replay", "--since", "2020-01-01")).toContain(
    "0 reports with 0 records and 0 messages newly counted",
  );
  await refuseHeld("late.example");
  await addDomain("late.example");
  const expected = `1 report with 5 records and ${report.messages} messages`;
  expect(await runOwn("replay", "--since", "2020-01-01", "--dry-run")).toBe(
    `1 submission read again (1 accepted): ${expected} would newly count.\n`,
  );
  expect(await readMessages()).toEqual(before);
  expect(await runOwn("replay", "--domain", "late.example")).toContain(`${expected} newly counted.`);
  expect(JSON.stringify(await readMessages())).toContain(String(report.messages));
  expect(JSON.parse(await run("replay", id, "--json"))).toMatchObject({ submissions: 1, reports: 0 });
  expect(JSON.parse(await run("submissions", "show", id, "--json"))).toMatchObject({
    state: "accepted",
    entries: [{ outcome: "stored", domain: "late.example" }],
  });
}, 120_000);

/** Stores a report under a name that could not be read, and beside it the bytes in which it can be read now. */
async function storeMisread(domain: string, reporter: Buffer): Promise<void> {
  const report = generateReport({ seed: 31, domain, begin: 1_767_225_600, records: 4 });
  const [before = "", after = ""] = [...report.xml()].join("").split(/(?<=<org_name>)[^<]*/);
  const [entry] = await upload(service, key, { name: "gbk.xml", body: `${before}\ufffd\ufffd\ufffd${after}` });
  const id = entry?.submission_id ?? "";
  const database = (await findRunningOwner(join(service.dataDir, "postgres")))?.url ?? "";
  const ask = (sql: string) => executeSql(database, sql);
  await expect
    .poll(() => ask(`SELECT outcome FROM arrivals WHERE submission_id = '${id}'`), { timeout: 20_000 })
    .toEqual([{ outcome: "stored" }]);
  const head = before.replace(/<\?xml[^>]*>/, '<?xml version="1.0" encoding="gb2312"?>');
  const bytes = Buffer.concat([Buffer.from(head), reporter, Buffer.from(after)]);
  await ask(
    `UPDATE submission_bodies SET compressed = false, bytes = '\\x${bytes.toString("hex")}' WHERE submission_id = '${id}'`,
  );
  const facts = `sha256 = '\\x${hash("sha256", bytes)}', size_bytes = ${bytes.length}`;
  await ask(`UPDATE submissions SET ${facts} WHERE id = '${id}'`);
}

test("a report whose reporter's name could not be read gets it by a replay, and counts once", async () => {
  await addDomain("renamed.example");
  await storeMisread("renamed.example", Buffer.from("d6d0b9fab5e7d0c5", "hex"));
  const before = await readMessages();
  const preview = await runOwn("replay", "--misread", "--dry-run");
  expect(preview).toBe(
    "1 submission read again (1 accepted): 0 reports with 0 records and 0 messages would newly count. 1 stored report would get the right reporter.\n",
  );
  expect(await runOwn("replay", "--misread")).toContain(
    "0 reports with 0 records and 0 messages newly counted. 1 stored report got the right reporter.\n",
  );
  // An answer waits for the deletion of the old rows, but not for as long as a busy machine may take.
  await expect.poll(readMessages).toEqual(before);
  const { body } = await ask<{ data: { reporter: string }[] }>(
    service,
    key,
    "/api/v1/reports?start_date=2020-01-01&per_page=100",
  );
  expect(body.data.map(({ reporter }) => reporter).filter((name) => /[^ -~]/.test(name))).toEqual(["中国电信"]);
}, 120_000);

test("replays at once, and submissions of the same report, say together what newly counts", async () => {
  const reports = [31, 32, 33, 31].map((seed) =>
    [...generateReport({ seed, domain: "twice.example", begin: 1_767_225_600, records: 2 }).xml()].join(""),
  );
  for (const [index, body] of reports.entries()) await upload(service, key, { name: `${index}.xml`, body });
  await refuseHeld("twice.example");
  await addDomain("twice.example");
  const replay = async () => JSON.parse(await runOwn("replay", "--domain", "twice.example", "--json"));
  const counted: { reports: number; records: number }[] = await Promise.all([replay(), replay(), replay()]);
  const sum = (pick: (replayed: { reports: number; records: number }) => number) =>
    counted.reduce((total, replayed) => total + pick(replayed), 0);
  expect([sum(({ reports }) => reports), sum(({ records }) => records)]).toEqual([3, 6]);
}, 120_000);

test("a submission whose bytes are damaged does not stop the replay of others", async () => {
  const send = async (seed: number) => {
    const report = generateReport({ seed, domain: "mixed.example", begin: 1_767_225_600, records: 1 });
    const [entry] = await upload(service, key, { name: `${seed}.xml`, body: [...report.xml()].join("") });
    return entry?.submission_id ?? "";
  };
  const [id] = [await send(21), await send(22), await send(23)];
  const database = (await findRunningOwner(join(service.dataDir, "postgres")))?.url ?? "";
  await executeSql(database, `UPDATE submission_bodies SET bytes = 'x' WHERE submission_id = '${id}'`);
  await refuseHeld("mixed.example");
  await addDomain("mixed.example");
  const text = await runOwn("replay", "--domain", "mixed.example");
  const counted = (verb: string) =>
    new RegExp(`^3 submissions read again \\(2 accepted, 1 with damaged bytes\\): 2 reports .* ${verb}\\.$`, "m");
  expect(text).toMatch(counted("would newly count"));
  expect(text).toMatch(counted("newly counted"));
  expect(await run("submissions", "show", id)).toContain("refused (unknown-domain)");
}, 120_000);

test.each([
  [["submissions", "show", "sub_unknown"], "There is no submission sub_unknown"],
  [["submissions", "list", "--state", "lost"], "--state: lost is not one of accepted,"],
  [["submissions", "list", "--channel", "fax"], "--channel: fax is not one of smtp,"],
  [["submissions", "list", "--since", "yesterday"], "--since: yesterday is not a valid date or time"],
  [["replay"], "Give ids, or a filter such as --since, but not both."],
  [["replay", "sub_a", "--state", "refused"], "Give ids, or a filter such as --since, but not both."],
  [["replay", "--misread", "--state", "refused"], "--misread can only be combined with --org."],
  [["replay", "sub_unknown"], "There is no submission sub_unknown"],
])("ruaflow %j says what is wrong", async (args, text) => {
  const { code, stderr } = await runCommand(args, { RUAFLOW_DATA_DIR: service.dataDir });
  expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
});

test("an attacker's name cannot control the terminal", async () => {
  const file = join(folder, "evil.txt");
  writeFileSync(file, "nothing");
  await upload(service, key, { name: "evil\u{9b}2J\u{1b}[31m.txt", body: "nothing" });
  const text = await runOwn("submissions", "list");
  expect(["\u{9b}", "\u{1b}"].filter((control) => text.includes(control))).toEqual([]);
  expect(text).toContain("evil");
});
