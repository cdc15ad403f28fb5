import { expect, test } from "vitest";
import { describeDisposition, describeOverride, judgeAlignment } from "./alignment.ts";

const judge = (result: string, domain: string, evaluated: string) =>
  judgeAlignment({ result, domain }, { evaluated, headerFrom: "example.com" });

test("a pass is not aligned if the receiver found no aligned pass", () => {
  expect(judge("pass", "sendgrid.net", "fail")).toBe("not aligned");
  expect(judge("pass", "example.com", "fail")).toBe("not aligned");
});

test("a pass of the From domain, its parent or its subdomain is aligned if the receiver found one", () => {
  expect(judge("pass", "Example.com", "pass")).toBe("aligned");
  expect(judge("pass", "mail.example.com", "pass")).toBe("aligned");
  expect(
    judgeAlignment({ result: "pass", domain: "example.com" }, { evaluated: "pass", headerFrom: "a.example.com" }),
  ).toBe("aligned");
});

test("of other results, and of other domains beside an aligned pass, the report does not tell", () => {
  expect(judge("fail", "example.com", "fail")).toBeNull();
  expect(judge("pass", "sendgrid.net", "pass")).toBeNull();
  expect(judge("pass", "notexample.com", "pass")).toBeNull();
});

test("words of the format are plain English; others stay as they are", () => {
  expect(["none", "reject", "<b>"].map(describeDisposition)).toEqual(["delivered", "refused", "<b>"]);
  expect(describeOverride({ type: "mailing_list", comment: "" })).toBe("from a mailing list");
  expect(describeOverride({ type: "x", comment: "arc=pass" })).toBe("x: arc=pass");
});
