import { describe, expect, it } from "vitest";
import { restrictSettings } from "./url-settings.ts";

describe("settings of a read-only query", () => {
  it("always end with readonly=1, so that the engine refuses any further setting", () => {
    expect(restrictSettings([["readonly", "0"]]).at(-1)).toEqual(["readonly", "1"]);
  });

  it.each([
    ["10", "10"],
    ["0.5", "1"],
    ["31", "30"],
    ["0", "30"],
    ["-1", "30"],
    ["x", "30"],
  ])("allow a client only to shorten the time: %s becomes %s", (requested, granted) => {
    expect(restrictSettings([["max_execution_time", requested]])).toContainEqual(["max_execution_time", granted]);
  });
});
