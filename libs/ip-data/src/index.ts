export { type DataSet, describeDataSets } from "./data-sets.ts";
export { createIpData, type IpData, type IpFacts, isPublicAddress } from "./ip-data.ts";
export { ipDataSettings, toIpDataOptions } from "./settings.ts";
