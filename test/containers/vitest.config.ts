import { defineConfig } from "vitest/config";

/** The checks that need Docker. `npm run test:containers` runs them; they are not part of `npm test`. */
export default defineConfig({
  test: {
    root: new URL("../..", import.meta.url).pathname,
    include: ["test/containers/*.docker.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 900_000,
    reporters: ["verbose"],
  },
});
