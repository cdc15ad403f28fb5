export { checkCertificates, checkPath, checkPrivateKey } from "../pem.ts";
export { setting } from "../setting.ts";
export {
  dataFolderSettings,
  describeUnknownVariables,
  type Environment,
  readSettings,
  type SettingsOf,
} from "../settings.ts";
