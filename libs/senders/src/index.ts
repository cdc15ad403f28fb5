export { toRulesVersion } from "./rules-version.ts";
export { describeCategory, type ServiceCategory, serviceCategories } from "./services/categories.ts";
export { openServiceMap, senderSettings } from "./services/own-services.ts";
export { parseServices } from "./services/parse-services.ts";
export type { Service } from "./services/service.ts";
export { createServiceMap, type FoundService, type ServiceEvidence, type ServiceMap } from "./services/service-map.ts";
export { shippedServiceMap, shippedServices } from "./services/shipped-services.ts";
