export { startDnsServer, type TestDnsServer } from "./dns-server.ts";
