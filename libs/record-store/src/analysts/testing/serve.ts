// Serves a folder through ClickHouse's HTTP interface as the user `default` of a configuration, and prints the URL:
//   node serve.ts FOLDER CONFIG USER PASSWORD
import { startClickHouseHttp } from "@ruaflow/engines/clickhouse-http";
import { Session } from "chdb";

const [path = "", config = "", user = "", password = ""] = process.argv.slice(2);
new Session(path, { connectionArgs: [`--config-file=${config}`] });
const limits = { statementsMax: 2, requestsMax: 16, bodyBytesMax: 2 ** 20, answerBytesMax: 2 ** 20 };
const options = { path, credentials: { user, password }, database: "ruaflow_v1", ...limits };
const { url } = await startClickHouseHttp(options, { host: "127.0.0.1", port: 0 });
process.stdout.write(`${url}\n`);
