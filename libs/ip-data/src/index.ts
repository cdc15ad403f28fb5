export { type DataSet, describeDataSets } from "./data-sets.ts";
export { createIpData, type IpData, type IpFacts } from "./ip-data.ts";
