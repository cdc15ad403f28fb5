/**
 * Settings of every query, appended to its text. Two threads read: a query about one domain ends before a third would help, and many
 * clients query at once. One formats: answers are short. Sums are JSON numbers, exact up to 2^53 messages.
 */
export const readSettings = toSettings({ max_threads: 2 });

/**
 * The same query with one thread: of an organization that holds more of the engine than others, whose short questions then have the
 * other processor. The engine's `priority` would let it pause as long as others ask, until its limit of time strikes.
 */
export function toHeavyQuery(query: string): string {
  return query.replace("max_threads = 2,", "max_threads = 1,");
}

/**
 * Settings of a page that is read by its primary key: one thread and small buffers, for it reads little more than it
 * returns, from many columns. With the settings of other queries an export grew the embedded engine by 100 MB.
 */
export const pageSettings = toSettings({ max_threads: 1, max_block_size: 2048, max_read_buffer_size: 65_536 });

/** Settings of a query that an export is read by: who downloads every row waits longer than who looks at a page. */
export const exportSettings = toSettings({ max_threads: 2, max_execution_time: 60 });

/** Settings of maintenance queries about all rows of some domains: no client waits for them. */
export const maintenanceSettings = toSettings({ max_threads: 2, max_execution_time: 600, max_result_rows: 4_000_000 });

function toSettings(own: Readonly<Record<string, number>>): string {
  const settings = {
    max_execution_time: 10,
    max_memory_usage: 1_073_741_824,
    // Larger groupings go on in files: 850,000 addresses take less than 50 instead of 212 MiB, and half as long again.
    max_bytes_before_external_group_by: 33_554_432,
    max_result_rows: 200_000,
    output_format_json_quote_64bit_integers: 0,
    output_format_parallel_formatting: 0,
    ...own,
    // Last: no setting can follow it.
    readonly: 1,
  };
  const texts = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `SETTINGS ${texts.join(", ")}`;
}
