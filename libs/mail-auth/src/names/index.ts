export { isKnownReporter } from "./known-reporters.ts";
