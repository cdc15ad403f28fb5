import { rmSync } from "node:fs";

const folders: string[] = [];

/**
 * Removes a folder only when the bench ends: after thousands of removed files ext4 checks each of their inodes for
 * every file that is created, which would slow down the next round's store, since it creates thousands.
 */
export function removeAtExit(folder: string): void {
  if (folders.length === 0) process.once("exit", removeAll);
  folders.push(folder);
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
