import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import { verifyWebhook } from "../../libs/webhooks/snippets/verify.ts";
import { announceSkip } from "../support/missing-tool.ts";
import { type Sending, startSending } from "./sending.ts";
import { askCommand, type Cases, expectAnswers, sendCases, type VerificationRequest } from "./verification-cases.ts";

const snippets = fileURLToPath(new URL("../../libs/webhooks/snippets/", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const plainSecret = "a_plain_secret,_26_chars";

let sending: Sending;
let cases: Cases;

beforeAll(async () => {
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

afterAll(() => sending.stop());

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

const hasGo = findGo();

function findGo(): boolean {
  try {
    return execFileSync("go", ["version"]).length > 0;
  } catch {
    announceSkip("verify.go is not run: it needs the go command, 1.19 or later.");
    return false;
  }
}

describe.skipIf(!hasGo)("in Go", () => {
  test("verify.go does the same", async () => {
    const folder = await mkdtemp(join(tmpdir(), "ruaflow-go-"));
    try {
      await mkdir(join(folder, "webhooks"));
      await copyFile(join(snippets, "verify.go"), join(folder, "webhooks", "verify.go"));
      await copyFile(join(here, "check_snippet.go"), join(folder, "main.go"));
      await writeFile(join(folder, "go.mod"), "module example.com/check\n\ngo 1.19\n");
      const command = join(folder, "check");
      const env = { ...process.env, GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off", GO111MODULE: "on" };
      execFileSync("go", ["build", "-o", command, "."], { cwd: folder, env });
      expectAnswers(cases, (requests) => askCommand(command, [], requests));
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 120_000);
});
