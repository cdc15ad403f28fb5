import { statfs } from "node:fs/promises";
import type { Metrics } from "@ruaflow/runtime/metrics";

/** Reads at each scrape how full the disk of a folder is: a full disk refuses every submission. */
export function observeDisk(metrics: Metrics, folder: string): void {
  metrics.gauge("ruaflow_data_disk_free_bytes", "Free bytes of the disk with the data folder.", async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  });
  metrics.gauge("ruaflow_data_disk_size_bytes", "Size of the disk with the data folder.", async () => {
    const { blocks, bsize } = await statfs(folder);
    return blocks * bsize;
  });
}
