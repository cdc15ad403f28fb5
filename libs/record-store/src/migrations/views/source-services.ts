import { sources as earlier } from "./domains.ts";
import { fact } from "./sources-with-facts.ts";
import type { View } from "./view.ts";

const text = "LowCardinality(String)";

/** The service of each address, by what is known of the address alone: the messages of a row may name another one. */
export const sources: View = {
  ...earlier,
  columns: [
    ...earlier.columns,
    fact(
      "service",
      text,
      "Service that the address sends for, by its confirmed name or its network; empty when unknown. The API also knows services by SPF and DKIM",
    ),
    fact(
      "service_category",
      text,
      "Category of the service, such as marketing or mailbox_provider; empty when unknown",
    ),
  ],
};
