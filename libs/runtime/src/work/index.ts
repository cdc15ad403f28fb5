export { type Batcher, createBatcher, type Linger } from "./batching.ts";
export { forEachAtOnce } from "./for-each-at-once.ts";
export { type Loop, type LoopOptions, startLoop } from "./loop.ts";
export { retryUntilDone } from "./retry.ts";
export { toNeighbourhood, toNetwork, unmap } from "./to-network.ts";
export { type Quota, WindowCounter } from "./window-counter.ts";
export { writeSeparately } from "./write-separately.ts";
