import { toList } from "./read-table.ts";
import { toJoinedShape } from "./tokens.ts";

/** Words that do not tell one name from another: legal forms, top-level domains, countries, and what every reporter does. */
const genericWords: ReadonlySet<string> = new Set(
  toList(
    `
    inc incorporated corp corporation co company llc llp lp ltd limited plc pty pvt pte gmbh mbh ag kg kgaa se ug ohg ev sa sas sasu
    sarl srl spa sro bv nv ab as asa aps oy oyj zoo jsc pjsc ooo pao oao zao kk gk group gruppe groupe grupo gruppo holding holdings
    international intl global worldwide europe european emea apac usa us uk germany deutschland france italia espana japan china india
    russia brasil canada australia austria schweiz switzerland nederland polska
    com net org info biz edu gov mil int eu de at ch fr it es nl be pl cz sk ru ua cn jp kr in br ca au nz se no dk fi pt gr hu ro io me
    the and of for by from via mail mails email emails webmail mailbox mailer daemon mx smtp imap server servers host hosted hosting
    dmarc rua ruf report reports reporting reporter aggregate feedback noreply no reply donotreply support help info postmaster abuse
    admin service services security protection team official enterprise business online web cloud internet customer account accounts
    `,
    /\s+/,
  ).map(toJoinedShape),
);

/** Expects a word of {@link toReadings}. */
export function isGeneric(token: string): boolean {
  return genericWords.has(token);
}
