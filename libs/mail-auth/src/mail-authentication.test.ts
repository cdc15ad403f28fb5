import { expect, test } from "vitest";
import { restoreAuthentication } from "./mail-authentication.ts";

test("what an earlier release has kept of a mail is read, and what it did not know is null", () => {
  const kept = { provenBy: "dmarc", reason: null, fromDomain: "google.com", subject: "s" } as const;
  expect(restoreAuthentication(kept)).toEqual({ ...kept, fromAddress: null, proof: null });
});

test("what is kept now is read as it is", () => {
  const proof = { kind: "dkim", domain: "google.com", selector: "s", signedFields: ["from"] } as const;
  const kept = {
    provenBy: "dmarc",
    reason: null,
    fromDomain: "google.com",
    fromAddress: "a@google.com",
    subject: "",
  } as const;
  expect(restoreAuthentication({ ...kept, proof })).toEqual({ ...kept, proof });
});
