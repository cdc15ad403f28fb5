export { setting } from "../setting.ts";
export { dataFolderSettings, type Environment, readSettings, type SettingsOf } from "../settings.ts";
