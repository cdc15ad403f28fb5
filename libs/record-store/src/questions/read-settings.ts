/**
 * Settings of every question, appended to its text. Two threads: a question about one domain is over before a third would
 * help, and many clients ask at once. Sums are JSON numbers, exact up to 2^53 messages.
 */
export const readSettings = [
  "SETTINGS max_execution_time = 10",
  "max_memory_usage = 1073741824",
  "max_threads = 2",
  "max_result_rows = 200000",
  "output_format_json_quote_64bit_integers = 0",
  "readonly = 1",
].join(", ");
