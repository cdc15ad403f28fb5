import { toList } from "./read-table.ts";

/**
 * Domains in which every user gets a mailbox. Mail from them is proven to be the provider's user's, so it does not say that the
 * provider reports. Source: the providers' own pages.
 */
const mailboxDomains: ReadonlySet<string> = new Set(
  toList(
    `
    gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.it outlook.es outlook.jp outlook.co.uk hotmail.com
    hotmail.de hotmail.fr hotmail.it hotmail.es hotmail.co.uk hotmail.be hotmail.nl hotmail.co.jp live.com live.de live.fr
    live.it live.nl live.co.uk live.ca live.com.au live.se live.dk live.no live.be live.jp msn.com passport.com windowslive.com
    yahoo.com yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.ca yahoo.in yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.co.id yahoo.com.br
    yahoo.com.mx yahoo.com.ar yahoo.com.au yahoo.com.tw yahoo.com.hk yahoo.com.sg yahoo.com.ph yahoo.com.vn yahoo.com.tr yahoo.gr
    yahoo.ie yahoo.se yahoo.no yahoo.dk yahoo.pl yahoo.ro yahoo.nl yahoo.be ymail.com rocketmail.com myyahoo.com yahoo.ne.jp
    aol.com aol.de aol.fr aol.co.uk aim.com love.com games.com wow.com verizon.net netscape.net compuserve.com cs.com
    icloud.com me.com mac.com privaterelay.appleid.com
    gmx.net gmx.de gmx.com gmx.at gmx.ch gmx.org gmx.info gmx.biz gmx.fr gmx.es gmx.co.uk gmx.us gmx.eu gmx.li gmx.name gmx.tm
    web.de email.de mail.com email.com usa.com post.com consultant.com europe.com asia.com dr.com engineer.com myself.com iname.com
    writeme.com techie.com cheerful.com accountant.com activist.com adexec.com alumni.com contractor.net cyberservices.com
    t-online.de magenta.de freenet.de arcor.de vodafonemail.de vodafone.de 1und1.de online.de onlinehome.de kabelmail.de unitybox.de
    posteo.de posteo.net posteo.org posteo.eu posteo.at posteo.ch mailbox.org secure.mailbox.org
    tuta.com tutanota.com tutanota.de tutamail.com tuta.io keemail.me proton.me protonmail.com protonmail.ch pm.me
    fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.cn fastmail.jp sent.com mailhaven.com eml.cc imap.cc
    zoho.com zohomail.com zoho.eu zoho.in zohomail.eu zohomail.in hey.com duck.com mozmail.com simplelogin.com anonaddy.com
    mail.ru inbox.ru bk.ru list.ru internet.ru xmail.ru mail.ua yandex.ru yandex.com yandex.by yandex.kz yandex.ua ya.ru narod.ru
    rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru r0.ru ukr.net i.ua meta.ua bigmir.net tut.by
    wp.pl o2.pl tlen.pl go2.pl onet.pl onet.eu op.pl vp.pl autograf.pl buziaczek.pl interia.pl interia.eu intmail.pl poczta.fm gazeta.pl
    seznam.cz email.cz post.cz spoluzaci.cz centrum.cz centrum.sk atlas.cz volny.cz azet.sk zoznam.sk
    abv.bg mail.bg gbg.bg dir.bg freemail.hu citromail.hu indamail.hu inbox.lv inbox.lt inbox.eu one.lv mail.ee hot.ee
    163.com 126.com yeah.net 188.com vip.163.com netease.com qq.com vip.qq.com foxmail.com sina.com sina.cn vip.sina.com sohu.com
    aliyun.com 139.com 189.cn wo.cn 21cn.com tom.com naver.com hanmail.net daum.net kakao.com nate.com
    docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp ymobile.ne.jp rakuten.jp biglobe.ne.jp nifty.com so-net.ne.jp ocn.ne.jp
    plala.or.jp goo.ne.jp excite.co.jp infoseek.jp
    comcast.net att.net sbcglobal.net bellsouth.net cox.net charter.net spectrum.net roadrunner.com earthlink.net juno.com netzero.net
    optonline.net frontier.com frontiernet.net windstream.net centurylink.net centurytel.net suddenlink.net mindspring.com
    rogers.com shaw.ca bell.net sympatico.ca telus.net videotron.ca
    orange.fr wanadoo.fr laposte.net free.fr sfr.fr neuf.fr bbox.fr numericable.fr aliceadsl.fr club-internet.fr
    libero.it virgilio.it iol.it inwind.it giallo.it blu.it tiscali.it alice.it tim.it tin.it email.it aruba.it fastwebnet.it
    btinternet.com btopenworld.com talktalk.net sky.com virginmedia.com ntlworld.com blueyonder.co.uk tiscali.co.uk
    xs4all.nl kpnmail.nl ziggo.nl planet.nl hetnet.nl home.nl chello.nl upcmail.nl telenet.be skynet.be proximus.be
    bluewin.ch sunrise.ch hispeed.ch ik.me a1.net aon.at chello.at
    telia.com bredband.net spray.se online.no mail.dk tdcadsl.dk sapo.pt terra.es telefonica.net otenet.gr forthnet.gr
    bigpond.com optusnet.com.au iinet.net.au tpg.com.au xtra.co.nz
    uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com r7.com rediffmail.com in.com sify.com
    hushmail.com lycos.com mail.de inbox.com runbox.com disroot.org riseup.net mailfence.com startmail.com skiff.com gmx.ph
    `,
    /\s+/,
  ),
);

/**
 * Addresses in such domains, and hosts below them, that the providers themselves report from: no user can have them. Source:
 * public DMARC reports.
 */
const reportingSenders: ReadonlySet<string> = new Set(
  toList(
    `
    dmarc.yahoo.com abuse.aol.com corp.mail.ru alerts.comcast.net sicher.gmx.net sicher.web.de protection.outlook.com
    enterprise.protection.outlook.com noreply-dmarc@zoho.com noreply.dmarc@zohomail.com
    corp.netease.com dmarc-support@wp.pl dmarc-reports@wp.pl dmarc-support@o2.pl dmarc-reports@o2.pl
    dmarc_support@mail.ru dmarc.seznam.cz
    `,
    /\s+/,
  ),
);

/**
 * Local parts that a domain keeps for those who operate it (RFC 2142, sections 4 and 5): none of its users can have them.
 * Seznam.cz reports as `abuse@seznam.cz`.
 */
const operatorNames: ReadonlySet<string> = new Set(["abuse", "hostmaster", "noc", "postmaster", "security"]);

/** Domains of mail gateways: their customers' appliances have names and addresses there. Source: the companies' own pages. */
const gatewayDomains: ReadonlySet<string> = new Set(
  toList(
    `iphmx.com pphosted.com ppe-hosted.com messagelabs.com mailcontrol.com fortimailcloud.com antispamcloud.com barracudanetworks.com`,
    /\s+/,
  ),
);

/** A sender whose domain is proven. */
export interface ProvenSender {
  /** Lower-case A-label. */
  readonly fromDomain: string;
  /** The organizational domain of `fromDomain`. */
  readonly organizationalDomain: string;
  /** The whole From address; `null` if it is not known. */
  readonly fromAddress: string | null;
}

/** Whether the mail is proven to be a mailbox user's, and no more. */
export function isMailboxUser({ fromDomain, organizationalDomain, fromAddress }: ProvenSender): boolean {
  if (!mailboxDomains.has(organizationalDomain) && !mailboxDomains.has(fromDomain)) return false;
  const address = fromAddress?.toLowerCase() ?? "";
  const localPart = address.slice(0, address.lastIndexOf("@"));
  return ![fromDomain, address].some((sender) => reportingSenders.has(sender)) && !operatorNames.has(localPart);
}

/** Whether a gateway sends from this domain for its customers, whose names it gives. */
export function isGateway(organizationalDomain: string): boolean {
  return gatewayDomains.has(organizationalDomain);
}

/** Whether the domain of an address says nothing about who reports: many, who are not the domain's owner, have addresses there. */
export function isSharedDomain(organizationalDomain: string): boolean {
  return mailboxDomains.has(organizationalDomain) || isGateway(organizationalDomain);
}
