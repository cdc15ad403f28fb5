// A process of a test: works on a store, in the folder of its argument, while no file can be opened, and after that.
import { encodeRecord } from "@ruaflow/report/message";
import { aRecord } from "@ruaflow/report/testing";
import { isOutage } from "@ruaflow/runtime/errors";
import { takeAllFiles } from "@ruaflow/runtime/testing";
import { createRecordStore } from "../record-store.ts";
import { sampleReport } from "./sample-report.ts";

const [path = ""] = process.argv.slice(2);
const store = await createRecordStore({ path });
await store.migrate();
const { row } = sampleReport({ organizationId: "org_files", reportId: "rpt_files" });
const lines = Array.from({ length: 10 }, (_, ordinal) => encodeRecord(aRecord({ ordinal })));
const insert = () => store.insertRecords([{ report: row, attempt: 1, lines }]);
const readBack = () => store.readBack("org_files", [row]);

async function describeFailure(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => "done",
    (error: unknown) => (isOutage(error) ? "outage" : `mistake: ${String(error)}`),
  );
}

await insert();
const giveBack = takeAllFiles();
const without = [await describeFailure(insert), await describeFailure(readBack)];
giveBack();
const [found] = await readBack();
const after = [await describeFailure(insert), await describeFailure(readBack), found?.ordinals];
process.stdout.write(JSON.stringify({ without, after }));
process.exit();
