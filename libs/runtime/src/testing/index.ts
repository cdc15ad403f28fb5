export { createTestCertificates, type KeyPair, type TestCertificates } from "./certificates.ts";
export { runWithFewFiles, takeAllFiles } from "./open-files.ts";
