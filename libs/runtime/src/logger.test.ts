import { execFile } from "node:child_process";
import { expect, test } from "vitest";

const LOGGER = new URL("./logger.ts", import.meta.url).href;

/** The log of a process that ends right after logging, and whether the process has loaded the pretty printer. */
function log(isTerminal: boolean): Promise<{ stderr: string; loaded: boolean }> {
  const script = `
    process.stderr.isTTY = ${isTerminal};
    const { createLogger } = await import("${LOGGER}");
    const logger = createLogger({ app: "test", level: "info" });
    logger.info({ port: 8080, token: "hidden-1", error: { password: "hidden-2" } }, "started");
    logger.debug("not logged");
    const { createRequire } = await import("node:module");
    const loaded = Object.keys(createRequire("${LOGGER}").cache).some((path) => path.includes("pino-pretty"));
    process.stdout.write(String(loaded));
    process.exit();`;
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", script], (_error, stdout, stderr) => {
      resolve({ stderr, loaded: stdout === "true" });
    });
  });
}

test("on a terminal a log line is readable: time, level, message and facts on one line, without secrets", async () => {
  const { stderr, loaded } = await log(true);
  expect(stderr).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: started \{.*"port":8080.*\}\n$/);
  expect(stderr).toContain("***");
  expect(stderr).not.toContain("hidden");
  expect(loaded).toBe(true);
});

test("elsewhere a log line is JSON, and the pretty printer is not loaded", async () => {
  const { stderr, loaded } = await log(false);
  expect(JSON.parse(stderr)).toMatchObject({ app: "test", level: 30, msg: "started", port: 8080, token: "***" });
  expect(loaded).toBe(false);
});
