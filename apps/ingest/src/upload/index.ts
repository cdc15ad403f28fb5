export { registerUploads } from "./upload-route.ts";
