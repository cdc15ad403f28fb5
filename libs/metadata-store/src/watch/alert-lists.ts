/** What lists of alerts are made of: a front door beside the room's. */
export type { AlertGroup, AlertGrouping } from "./group-alerts.ts";
export type { AlertSort, ListedAlert } from "./list-alerts.ts";
