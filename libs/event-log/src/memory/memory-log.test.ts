import { describeEventLog } from "../testing/conformance.ts";
import { createBroker } from "./broker.ts";
import { createMemoryLog } from "./memory-log.ts";

describeEventLog("memory", async () => {
  const broker = createBroker();
  return {
    takeoverMs: 1000,
    async connect(topics) {
      const log = createMemoryLog({ broker, topics });
      return { log, crash: async () => log.crash() };
    },
    async close() {},
  };
});
