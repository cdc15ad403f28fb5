import { expect, test } from "vitest";
import { toSubmissionState } from "./submission-state.ts";

test("the state of a submission is that of the entry that most needs attention", () => {
  expect(toSubmissionState(["stored", "duplicate", "not-aggregate"])).toBe("accepted");
  expect(toSubmissionState(["duplicate", "duplicate"])).toBe("duplicate");
  expect(toSubmissionState(["accepted", "held"])).toBe("held");
  expect(toSubmissionState(["held", "stored", "conflict"])).toBe("refused");
  expect(toSubmissionState(["dropped", "duplicate"])).toBe("refused");
  expect(toSubmissionState(["not-aggregate"])).toBe("other");
  expect(toSubmissionState([])).toBe("other");
});
