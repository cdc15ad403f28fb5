export { createTestCertificates, type KeyPair, type TestCertificates } from "./certificates.ts";
