import { readCpuSeconds } from "./read-cpu.ts";

/** Runs `work` and counts the CPU seconds of all that this process has started, itself left out. */
export async function countCpu<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cpuSeconds: number }> {
  const ownBefore = process.cpuUsage();
  const before = readCpuSeconds(process.pid);
  const result = await work();
  const all = readCpuSeconds(process.pid) - before;
  const { user, system } = process.cpuUsage(ownBefore);
  return { result, cpuSeconds: all - (user + system) / 1e6 };
}
