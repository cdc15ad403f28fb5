import { createServiceMap, shippedServices } from "@ruaflow/senders";

/** The map of services of this installation. */
export const services = createServiceMap(shippedServices);
