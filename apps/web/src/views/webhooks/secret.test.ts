import { expect, test } from "vitest";
import { createSecret } from "./secret.ts";

test("a secret is 24 random bytes, which Standard Webhooks' libraries can read", () => {
  const secret = createSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(createSecret()).not.toBe(secret);
});
