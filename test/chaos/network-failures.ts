import { setTimeout as sleep } from "node:timers/promises";
import type { TcpProxy } from "@ruaflow/event-log/testing";
import type { Disturbance } from "./target.ts";

const DELAY_MS_MAX = 400;
const DELAYED_FOR_MS = 5000;
/** Longer than a session of a consumer group, shorter than the time-outs of requests. */
const FROZEN_FOR_MS_MAX = 15_000;

/** Each way in which the network to a server fails, and recovers. */
export function listNetworkFailures(random: () => number): readonly ((network: TcpProxy) => Disturbance)[] {
  const failFor = async (network: TcpProxy, ms: number) => {
    await sleep(ms);
    network.restore();
  };
  return [
    (network) => ({
      name: "reset the connections of a server",
      async run() {
        network.cut();
        await failFor(network, 200);
      },
    }),
    (network) => ({
      name: "a slow network to a server",
      async run() {
        network.delay(50 + random() * DELAY_MS_MAX);
        await failFor(network, DELAYED_FOR_MS);
      },
    }),
    (network) => ({
      name: "a black hole in front of a server",
      async run() {
        network.freeze();
        await failFor(network, 2000 + random() * FROZEN_FOR_MS_MAX);
      },
    }),
  ];
}
