import { createIpData, describeDataSets, toIpDataOptions } from "@ruaflow/ip-data";
import { type Check, mayHaveRole, notNeeded, ok, warning } from "../check.ts";

const DAY_MS = 86_400_000;
/** Networks move slowly: after a year about one address in ten has another owner. */
const OLD_DAYS = 365;

export const dataSetsCheck: Check = {
  name: "data about addresses",
  async run(situation) {
    if (!mayHaveRole(situation, "api", "keeper")) return notNeeded(situation);
    const { settings } = situation;
    const data = await createIpData(toIpDataOptions(settings, { warn: () => undefined }));
    const detail = data.describe();
    data.close();
    const isOwn = settings.RUAFLOW_COUNTRY_MMDB !== undefined && settings.RUAFLOW_ASN_MMDB !== undefined;
    const ages = (await describeDataSets()).map(({ date }) => (Date.now() - Date.parse(date)) / DAY_MS);
    if (isOwn || Math.max(...ages) <= OLD_DAYS) return ok(detail);
    return warning(
      detail,
      "Set RUAFLOW_COUNTRY_MMDB and RUAFLOW_ASN_MMDB to newer files, or install a newer release of Ruaflow.",
    );
  },
};
