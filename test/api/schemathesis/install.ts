import { join } from "node:path";
import { installPythonPackage, pythonPackages } from "../../support/python-package.ts";

/** The Schemathesis command. */
export function installSchemathesis(): string {
  return join(installPythonPackage(pythonPackages.schemathesis), "schemathesis");
}
