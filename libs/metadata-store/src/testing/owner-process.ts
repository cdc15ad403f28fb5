import { startEmbeddedPostgres } from "../embedded/start.ts";

// A service of its own for tests: owns the folder it is told, says so, and lives until it is killed or told to stop.
process.on("SIGINT", () => undefined);
const [dataDir = "", description = ""] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({ dataDir, description });
  process.send?.({ url: postgres.url, postgresPid: postgres.pid });
  process.once("message", async () => {
    await postgres.stop();
    process.disconnect();
  });
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.name : String(error) });
  process.disconnect();
}
