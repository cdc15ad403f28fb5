import { describeRecordStore } from "./testing/describe-record-store.ts";
import { createTemporaryFolder, type TemporaryFolder } from "./testing/temporary-folder.ts";

let folder: TemporaryFolder | undefined;

describeRecordStore("the embedded engine", {
  open: async () => {
    folder = await createTemporaryFolder();
    return { path: folder.path };
  },
  close: async () => folder?.remove(),
});
