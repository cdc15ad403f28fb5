export { isPostgresOutage } from "./outage.ts";
