import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceSkip } from "../support/missing-tool.ts";
import { installPythonPackage, pythonPackages } from "../support/python-package.ts";
import { type Sending, startSending } from "./sending.ts";
import { askCommand, type Cases, expectAnswers, sendCases, type VerificationRequest } from "./verification-cases.ts";

let sending: Sending;
let cases: Cases;

beforeAll(async () => {
  sending = await startSending();
  cases = await sendCases(sending);
});

afterAll(() => sending.stop());

test("standardwebhooks from npm accepts our requests and refuses changed, old and foreign ones", () => {
  expectAnswers(cases, (requests) => requests.map(askStandardWebhooks));
});

function askStandardWebhooks({ body, headers, secret }: VerificationRequest): string | null {
  try {
    new Webhook(secret).verify(body, headers);
    return headers["webhook-id"] ?? "";
  } catch (error) {
    if (error instanceof WebhookVerificationError) return null;
    throw error;
  }
}

const commands = findStandardWebhooks();

function findStandardWebhooks(): string | null {
  try {
    return installPythonPackage(pythonPackages.standardWebhooks);
  } catch (error) {
    announceSkip(
      `signatures are not checked with standardwebhooks from PyPI: ${error}; it needs python3-venv and PyPI.`,
    );
    return null;
  }
}

describe.skipIf(commands === null)("standardwebhooks from PyPI", () => {
  test("accepts our requests and refuses changed, old and foreign ones", () => {
    const script = fileURLToPath(new URL("check_standardwebhooks.py", import.meta.url));
    expectAnswers(cases, (requests) => askCommand(join(commands ?? "", "python"), [script], requests));
  });
});

test.each([createWebhookSecret(), "a_plain_secret,_26_chars"])(
  "the contract's header equals the HMAC that openssl computes over the body with the secret %s",
  async (secret) => {
    const { body, headers } = await sending.send([secret]);
    const key = `hexkey:${Buffer.from(secret).toString("hex")}`;
    const printed = execFileSync("openssl", ["dgst", "-sha256", "-mac", "HMAC", "-macopt", key], { input: body });
    const [hex] = printed.toString().match(/[0-9a-f]{64}/) ?? [];
    expect(headers["x-ruaflow-signature"]).toBe(`sha256=${hex}`);
  },
);
