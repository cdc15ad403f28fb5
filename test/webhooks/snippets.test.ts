import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, test } from "vitest";
import { verifyWebhook } from "../../libs/webhooks/snippets/verify.ts";
import { announceSkip } from "../support/missing-tool.ts";
import { type Sending, startSending } from "./sending.ts";
import { askCommand, type Cases, expectAnswers, sendCases, type VerificationRequest } from "./verification-cases.ts";

const snippets = fileURLToPath(new URL("../../libs/webhooks/snippets/", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const plainSecret = "a_plain_secret,_26_chars";

const hasGo = findGo();

let sending: Sending;
let cases: Cases;
let goFolder: string | undefined;

beforeAll(async () => {
  // Go's first build on a machine takes minutes, in which signatures would grow old.
  if (hasGo) goFolder = await buildInGo();
  sending = await startSending();
  const plain = await sending.send([plainSecret]);
  const id = plain.headers["webhook-id"] ?? "";
  cases = {
    ...(await sendCases(sending)),
    "a request with a plain secret": { ...plain, secret: plainSecret, expected: id },
    // Anyone can sign with an empty key: a receiver without a secret must not accept that as a signature.
    "a request for a receiver without a secret": { ...(await sending.send([""])), secret: "", expected: null },
  };
});

afterAll(async () => {
  await sending.stop();
  if (goFolder !== undefined) await rm(goFolder, { recursive: true });
});

test("verify.ts accepts our requests and refuses changed, old and foreign ones", () => {
  expectAnswers(cases, (requests) => requests.map(askTypeScript));
});

function askTypeScript({ body, headers, secret }: VerificationRequest): string | null {
  try {
    return verifyWebhook(body, headers, secret);
  } catch {
    return null;
  }
}

test("verify.py does the same", () => {
  const script = join(here, "check_snippet.py");
  expectAnswers(cases, (requests) => askCommand("python3", ["-B", script, snippets], requests));
});

test.skipIf(!hasGo)("verify.go does the same", () => {
  expectAnswers(cases, (requests) => askCommand(join(goFolder ?? "", "check"), [], requests));
});

function findGo(): boolean {
  try {
    return execFileSync("go", ["version"]).length > 0;
  } catch {
    announceSkip("verify.go is not run: it needs the go command, 1.19 or later.");
    return false;
  }
}

/** Builds the snippet with the program that asks it; the answer is the folder of `check`. */
async function buildInGo(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ruaflow-go-"));
  await mkdir(join(folder, "webhooks"));
  await copyFile(join(snippets, "verify.go"), join(folder, "webhooks", "verify.go"));
  await copyFile(join(here, "check_snippet.go"), join(folder, "main.go"));
  await writeFile(join(folder, "go.mod"), "module example.com/check\n\ngo 1.19\n");
  const env = { ...process.env, GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off", GO111MODULE: "on" };
  execFileSync("go", ["build", "-o", "check", "."], { cwd: folder, env });
  return folder;
}
