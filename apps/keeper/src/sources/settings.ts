import { ipDataSettings } from "@ruaflow/ip-data";
import { setting } from "@ruaflow/runtime/settings";
import { senderSettings } from "@ruaflow/senders";

/** How much is found out about source addresses, and how fast. */
export const sourceSettings = {
  ...ipDataSettings,
  ...senderSettings,
  RUAFLOW_SOURCE_ENRICHMENT: setting.oneOf(["on", "offline", "off"], {
    default: "on",
    description:
      "Facts about source addresses, found in the background. on: name, owner and country; offline: without names, so that no DNS query is sent; off: nothing is stored, answers have owner and country.",
  }),
  RUAFLOW_REVERSE_NAMES_AT_ONCE: setting.integer({
    default: 100,
    minimum: 1,
    maximum: 1000,
    description: "Maximum number of source addresses whose names are looked up at the same time.",
  }),
  RUAFLOW_REVERSE_NAMES_PER_SECOND: setting.integer({
    default: 250,
    minimum: 1,
    maximum: 10_000,
    description: "Maximum number of DNS queries per second for names of source addresses; an address needs about two.",
  }),
};
