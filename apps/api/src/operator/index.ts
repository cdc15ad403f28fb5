export { type Queue, readQueues, UNSTORED } from "./queues.ts";
