import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{libs,apps,test}/**/*.test.ts"],
    pool: "forks",
    // Tests mostly wait for engines and clocks: a third worker fills the two cores.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: process.env.CI ? ["default"] : ["dot"],
  },
});
