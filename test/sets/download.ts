// Before `npm test` and `npm run test:long`: fetches what their tests would otherwise download. It has no deadline.
//   node test/sets/download.ts short|long
import { fetchJars, findMissingSoftware } from "../../infra/kafka/jars.ts";
import { hasPython, installPythonPackage, type PythonPackage, pythonPackages } from "../support/python-package.ts";

const { moto, standardWebhooks, duckdb, kafka, dbt } = pythonPackages;
const isLong = process.argv[2] === "long";
const packages: readonly PythonPackage[] = isLong ? [moto, duckdb, kafka, dbt] : [moto, standardWebhooks];

if (hasPython()) for (const each of packages) await attempt(each.name, () => installPythonPackage(each));
if (isLong && (await findMissingSoftware()) === null) await attempt("Apache Kafka", fetchJars);

/** Tests that lack something say so themselves. */
async function attempt(name: string, download: () => unknown): Promise<void> {
  try {
    await download();
  } catch (error) {
    console.error(`##### ${name} could not be downloaded: ${error} #####`);
  }
}
