import { describe, expect, it } from "vitest";
import { restrictSettings, toRowFilters } from "./url-settings.ts";

describe("settings of a read-only query", () => {
  it("end with readonly=1, whatever was asked, so that the engine refuses any further one", () => {
    expect(restrictSettings([["readonly", "0"]], "{}").at(-1)).toEqual(["readonly", "1"]);
  });

  it.each([
    ["10", "10"],
    ["0.5", "1"],
    ["31", "30"],
    ["0", "30"],
    ["-1", "30"],
    ["x", "30"],
  ])("let a client only shorten the time: %s becomes %s", (asked, granted) => {
    expect(restrictSettings([["max_execution_time", asked]], "{}")).toContainEqual(["max_execution_time", granted]);
  });

  it("name tables with their database, and quote conditions", () => {
    const tableFilters = { records: "domain_id != 'a'" };
    expect(toRowFilters({ database: "ruaflow", tableFilters })).toBe("{'ruaflow.records': 'domain_id != \\'a\\''}");
  });
});
