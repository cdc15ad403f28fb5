export { registerUploadDoor } from "./upload-door.ts";
