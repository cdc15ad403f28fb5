/**
 * How many arrows a package may have: pairs of its folders, and files beside them, of which one imports the other. Tests do not
 * count. `node test/repository/boundaries.ts --arrows` prints today's numbers.
 */
export const ARROWS_MAX: Readonly<Record<string, number>> = {
  "apps/api": 83,
  "apps/cli": 115,
  "apps/collector": 24,
  "apps/embedded": 29,
  "apps/ingest": 71,
  "apps/keeper": 28,
  "apps/record-writer": 43,
  "apps/smtp-receiver": 44,
  "apps/web": 26,
  "apps/webhook-dispatcher": 19,
  "libs/client": 69,
  "libs/dmarc": 5,
  "libs/dns": 39,
  "libs/engines": 0,
  "libs/event-log": 69,
  "libs/http": 49,
  "libs/ip-data": 11,
  "libs/mail-auth": 45,
  "libs/metadata-store": 33,
  "libs/object-store": 8,
  "libs/postgres": 16,
  "libs/record-store": 25,
  "libs/report": 9,
  "libs/runtime": 38,
  "libs/senders": 3,
  "libs/verdicts": 6,
  "libs/webhooks": 10,
};
