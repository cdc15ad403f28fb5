export { createLogger, type Logger, loggerSettings } from "../logger.ts";
