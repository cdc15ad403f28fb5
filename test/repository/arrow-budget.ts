/**
 * How many arrows a package may have: pairs of its folders, and files beside them, of which one imports the other. Tests do not
 * count. `node test/repository/boundaries.ts --arrows` prints today's numbers.
 */
export const ARROWS_MAX: Readonly<Record<string, number>> = {
  "apps/api": 55,
  "apps/cli": 111,
  "apps/collector": 26,
  "apps/embedded": 29,
  "apps/ingest": 79,
  "apps/keeper": 24,
  "apps/record-writer": 42,
  "apps/smtp-receiver": 46,
  "apps/webhook-dispatcher": 20,
  "libs/client": 49,
  "libs/dmarc": 4,
  "libs/dns": 40,
  "libs/engines": 0,
  "libs/event-log": 72,
  "libs/http": 49,
  "libs/ip-data": 11,
  "libs/mail-auth": 47,
  "libs/metadata-store": 27,
  "libs/object-store": 8,
  "libs/postgres": 18,
  "libs/record-store": 28,
  "libs/report": 10,
  "libs/runtime": 35,
  "libs/webhooks": 10,
};
