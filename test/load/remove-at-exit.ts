import { rmSync } from "node:fs";

const folders: string[] = [];

/**
 * Removes a folder when the bench ends, not before: after thousands of removed files ext4 looks at each of their inodes for
 * every file that is created, and the next round's store, which creates thousands, would pay for it.
 */
export function removeAtExit(folder: string): void {
  if (folders.length === 0) process.once("exit", removeAll);
  folders.push(folder);
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
