import { APPS, type ComposeProject } from "./compose-project.ts";

/** What runs the product, and the servers that it needs. */
const SERVERS = ["kafka", "clickhouse", "postgres"];
const WRITERS_MAX = 3;

/** Kills each container, scales the record-writers up and down, and restarts the apps one by one, printing each step. */
export async function disturb({ compose }: Pick<ComposeProject, "compose">): Promise<void> {
  const up = (...more: readonly string[]) =>
    compose("up", "--detach", "--wait", "--no-build", "--pull", "never", "--no-recreate", ...more);
  const step = async (name: string, work: () => Promise<unknown>) => {
    const begunAt = performance.now();
    await work();
    console.log(`${name}: healthy after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
  };
  for (const service of [...APPS, ...SERVERS]) {
    await step(`kill ${service}`, async () => {
      await compose("kill", service);
      await up();
    });
  }
  for (const writers of [WRITERS_MAX, 1]) {
    await step(`scale record-writer to ${writers}`, () => up("--scale", `record-writer=${writers}`));
  }
  for (const service of APPS) {
    await step(`restart ${service}`, async () => {
      await compose("restart", "--timeout", "30", service);
      await up();
    });
  }
}
