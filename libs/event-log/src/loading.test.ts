import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test.each(["index.ts", "kafka/kafkajs/kafkajs-log.ts"])(
  "Node itself can load %s, including the names it imports from CommonJS",
  async (file) => {
    const script = `await import(${JSON.stringify(join(import.meta.dirname, file))}); console.log("loaded");`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
    expect(stdout.trim()).toBe("loaded");
  },
);
