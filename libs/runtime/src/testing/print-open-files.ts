// A process of a test: prints how many files it may have open.
import { readOpenFilesMax } from "../open-files.ts";

process.stdout.write(String(readOpenFilesMax()));
