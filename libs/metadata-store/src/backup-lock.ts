/** "rubk" in ASCII. Held while the database is being backed up. */
export const BACKUP_LOCK = 0x7275626b;

/**
 * SQL condition: no backup is under way. It is evaluated after the statement has taken its snapshot, so what the statement
 * finds was there before a backup that begins later.
 */
export const notBeingBackedUp = `(SELECT pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}))`;
