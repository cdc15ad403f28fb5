export { startUploadServer, type TestSender, type TestUploadServer } from "./start-upload-server.ts";
export { writeMail, writeReport } from "./write-report.ts";
