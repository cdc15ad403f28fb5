export { bulkLaneGroup, bulkReportsTopic } from "../topics.ts";
export { startBulkLane } from "./bulk-lane.ts";
export { type Lane, type LaneLag, readLaneLag, readLaneLags } from "./lane-lags.ts";
export { isWritten, type LogEnds, toEnds } from "./written.ts";
