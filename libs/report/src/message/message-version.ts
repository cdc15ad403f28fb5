/** Version of the message format. A reader refuses an unknown version: such a message becomes a dead letter. */
export const REPORT_MESSAGE_VERSION = 1;
