/** Whole labels by which list servers and forwarders are named, with a number or without. */
const WHOLE_LABEL = /(?:^|\.)(?:lists?|mailinglists?|groups|alumni|alum|forwards?|fwd|srs|redirect)\d*(?=\.|$)/;

/** Words that mean the same as part of a label, too: `mx-antispam2`, `mailman-out`. */
const WORD =
  /(?:^|[-_.])(?:mailman|listserv|sympa|majordomo|ezmlm|forwarder|forwarding|mailforward|mailgate|mailgateway|antispam|spamfilter|mailfilter|ironport|barracuda|fortimail|proxmox)\d*(?=[-_.]|$)/;

/** Names longer than these have no more labels that are looked at. */
const NAME_CHARS_MAX = 253;

/** Whether a host or domain calls itself a list server, a forwarder or a mail filter. A hint: servers may have any name. */
export function isForwarderName(name: string): boolean {
  const lower = name.slice(0, NAME_CHARS_MAX).toLowerCase();
  return WHOLE_LABEL.test(lower) || WORD.test(lower);
}

/** Words by which providers name lines of their customers. */
const ACCESS_WORD =
  /(?:^|[-_.])(?:dyn|dynamic|dynip|dsl|adsl|vdsl|xdsl|cable|cpe|dhcp|dialup|ppp|pppoe|pool|broadband|fiber|ftth|fttx|mobile|lte|wireless|client|customer|cust|residential|home)\d*(?=[-_.]|$)/;

/** At least three numbers in a row, as of the address that the name is made of. */
const NUMBERS = /(?:^|[a-z._-])\d{1,3}(?:[-._x]\d{1,3}){2}(?!\d)/;

/** Whether a name is that of a customer's line: it says so, or repeats its address. */
export function isAccessName(name: string): boolean {
  const lower = name.slice(0, NAME_CHARS_MAX).toLowerCase();
  return ACCESS_WORD.test(lower) || NUMBERS.test(lower);
}
