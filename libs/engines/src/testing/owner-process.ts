import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "../postgres/start.ts";

// A separate service process for tests: owns the given folder, reports it, and runs until it is killed or told to stop.
// Told to pause, it stops PostgreSQL and lives on. With a start time, several of them can start at the same moment.
process.on("SIGINT", () => undefined);
const [dataDir = "", description = "", startAtMs = "0"] = process.argv.slice(2);
await sleep(Math.max(0, Number(startAtMs) - Date.now()));
try {
  const postgres = await startEmbeddedPostgres({ dataDir, description });
  process.send?.({ url: postgres.url, postgresPid: postgres.pid });
  process.on("message", async (message) => {
    await postgres.stop();
    if (message === "stop") process.disconnect();
  });
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.name : String(error) });
  process.disconnect();
}
