export { openMailbox } from "./open-mailbox.ts";
export { type Dovecot, hasDovecot, PASSWORD, startDovecot } from "./start-dovecot.ts";
