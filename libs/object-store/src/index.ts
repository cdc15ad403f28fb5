export { ObjectChangedError, type ObjectStore, type OpenedObject, type StoredObject } from "./object-store.ts";
export { createS3Store, type S3Options } from "./s3-store.ts";
export { objectStoreSettings, toS3Options } from "./settings.ts";
