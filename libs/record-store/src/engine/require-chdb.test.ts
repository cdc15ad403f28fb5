import { expect, test, vi } from "vitest";
import { createRecordStore } from "../record-store.ts";

test("without the engine's library, the error says which setting does without it", async () => {
  vi.stubEnv("CHDB_LIBCHDB_DIR", "/nonexistent");
  const opened = createRecordStore({ path: "/nonexistent/ruaflow" });
  await expect(opened).rejects.toMatchObject({
    name: "UsageError",
    message: expect.stringMatching(/not installed.*Set CLICKHOUSE_URL/),
  });
  vi.unstubAllEnvs();
});
