import { expect, test } from "vitest";
import { isCheap } from "./cheap-mail.ts";
import { toSignedText } from "./signed-text.ts";

const signature = "DKIM-Signature: v=1; a=rsa-sha256; d=a.example; s=s; h=from:x; bh=AA; b=AA\r\n";

function judge(fields: string, body = "x\r\n", signatures = 1): boolean | null {
  const mail = Buffer.from(`${signature.repeat(signatures)}From: a@a.example\r\n${fields}\r\n${body}`);
  const text = toSignedText(mail);
  return text && isCheap(mail, text);
}

test("ordinary mails are cheap", () => {
  expect(judge("Subject: s\r\n")).toBe(true);
  expect(judge("", `${"x".repeat(76)}\r\n`.repeat(800))).toBe(true);
  expect(judge("Received: by a\r\n".repeat(500), "x\r\n", 4)).toBe(true);
});

test.each([
  ["64 KiB", "", "x".repeat(64 * 1024), 1],
  ["16 KiB of signed header", `X: ${"x".repeat(16 * 1024)}\r\n`, "x\r\n", 1],
  ["200 lines of signed header", `X: x${"\r\n x".repeat(200)}\r\n`, "x\r\n", 1],
  ["1,500 lines", "", "x\r\n".repeat(1500), 1],
  ["four signatures", "", "x\r\n", 5],
] as const)("a mail of more than %s is not", (_, fields, body, signatures) => {
  expect(judge(fields, body, signatures)).toBe(false);
});
