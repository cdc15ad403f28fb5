import { execFileSync } from "node:child_process";
import { createWebhookSecret } from "@ruaflow/webhooks/signature";
import { expect } from "vitest";
import type { Sending, SentRequest } from "./sending.ts";

/** A request for a verification with `secret`. */
export interface VerificationRequest extends SentRequest {
  readonly secret: string;
}

/** Runs a command that reads requests as JSON and answers with the event's id for each, or null. */
export function askCommand(
  command: string,
  args: readonly string[],
  requests: readonly VerificationRequest[],
): (string | null)[] {
  const input = JSON.stringify(requests.map((request) => ({ ...request, body: request.body.toString("base64") })));
  return JSON.parse(execFileSync(command, args, { input, encoding: "utf8" }));
}

/** Requests by their property, each with the expected event id, or null for a refusal. */
export type Cases = Readonly<Record<string, VerificationRequest & { readonly expected: string | null }>>;

const agoMs = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** Expects the right answer for each case; `ask` returns the event's id for each request, or null. */
export function expectAnswers(
  cases: Cases,
  ask: (requests: readonly VerificationRequest[]) => (string | null)[],
): void {
  const names = Object.keys(cases);
  const answers = ask(Object.values(cases));
  expect(Object.fromEntries(names.map((name, index) => [name, answers[index]]))).toEqual(
    Object.fromEntries(names.map((name) => [name, cases[name]?.expected])),
  );
}

/** Requests that every receiver must distinguish. */
export async function sendCases(sending: Sending): Promise<Cases> {
  const [secret, previous, foreign] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
  const good = await sending.send([secret]);
  const rotated = await sending.send([secret, previous]);
  const unsigned = await sending.send([]);
  const changed = Buffer.from(good.body);
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
  const change = (headers: Record<string, string>) => ({ ...good, headers: { ...good.headers, ...headers } });
  const idOf = ({ headers }: SentRequest) => headers["webhook-id"] ?? "";
  return {
    "a valid request": { ...good, secret, expected: idOf(good) },
    "a request during a rotation, with the new secret": { ...rotated, secret, expected: idOf(rotated) },
    "a request during a rotation, with the old secret": { ...rotated, secret: previous, expected: idOf(rotated) },
    "a request of four minutes ago": await toCase(sending.send([secret], agoMs(240)), secret, true),
    "a request of six minutes ago": await toCase(sending.send([secret], agoMs(360)), secret, false),
    "a request six minutes in the future": await toCase(sending.send([secret], agoMs(-360)), secret, false),
    "a request with another body": { ...good, body: changed, secret, expected: null },
    "a request with another id": { ...change({ "webhook-id": idOf(rotated) }), secret, expected: null },
    "a request with another time": { ...change({ "webhook-timestamp": toSeconds(1) }), secret, expected: null },
    "a request with a foreign signature": { ...good, secret: foreign, expected: null },
    "a request without a signature": { ...unsigned, secret, expected: null },
    "a request with a signature of another version": { ...change(toVersion2(good)), secret, expected: null },
  };
}

async function toCase(sent: Promise<SentRequest>, secret: string, isGood: boolean) {
  const request = await sent;
  return { ...request, secret, expected: isGood ? (request.headers["webhook-id"] ?? "") : null };
}

function toSeconds(ahead: number): string {
  return String(Math.floor(Date.now() / 1000) + ahead);
}

function toVersion2({ headers }: SentRequest): Record<string, string> {
  return { "webhook-signature": (headers["webhook-signature"] ?? "").replace("v1,", "v2,") };
}
