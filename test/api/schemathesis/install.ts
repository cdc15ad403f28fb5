import { join } from "node:path";
import { installPythonPackage } from "../../support/python-package.ts";

/** The Schemathesis command. */
export function installSchemathesis(): string {
  return join(installPythonPackage("schemathesis", "4.32.5"), "schemathesis");
}
