/** A report that a domain with right keys of its own sends in another's name. */
export interface ForgedName {
  /** Who sends it, and is proven; absent: dmarc@evil.example. */
  readonly from?: string;
  /** What the report calls its sender; absent: `evil.example`. */
  readonly reporter?: string;
  /** `report_metadata/email`; absent: the sender's. */
  readonly email?: string;
  readonly contact?: string;
  readonly subject?: string;
  /** Name of the attached file. */
  readonly file?: string;
}

const toForged = (reporter: string): ForgedName => ({ reporter });

/** Names that were once believed when evil.example used them, and free mailboxes. */
export const oldForgeries: readonly ForgedName[] = [
  ...[
    "T-Online",
    "Apple Inc.",
    "LinkedIn",
    "yahooinc.com",
    "Amazon SES",
    "office365.com",
    "Gооgle.com",
    "ＧＯＯＧＬＥ.com",
    "WEB.DE GmbH",
    "Amazon.com, Inc.",
    "Mail.Ru Group",
  ].map(toForged),
  { from: "x@outlook.com", reporter: "Enterprise Outlook", email: "dmarcreport@microsoft.com" },
  { from: "x@outlook.com", reporter: "Outlook.com", email: "x@outlook.com" },
  { from: "x@gmx.net", reporter: "GMX", email: "noreply-dmarc@sicher.gmx.net" },
];

const otherNames = [
  // Letters of other alphabets, accents, and characters that are not seen.
  ...[
    "gοοgle",
    "Ｇoogle",
    "𝐆𝐨𝐨𝐠𝐥𝐞",
    "Göögle",
    "go\u200Bogle.com",
    "goo\u00ADgle",
    "g\u2060oogle",
    "Yаhoo",
    "уahoo.com",
  ],
  ...[
    "ɢoogle",
    "Ⓖⓞⓞⓖⓛⓔ",
    "G\u0301oogle",
    "МIМЕСАSТ",
    "Оutlook.com",
    "аррle",
    "Αpple Inc.",
    "ԁocomo",
    "ＷＥＢ．ＤＥ",
    "web․de",
  ],
  ...["wеb.de", "xn--ggle-55da.com", "mail.xn--ggle-55da.com", "ɑmazonses", "Amazоn SES", "ℊoogle", "ｙａｈｏｏ！"],
  // Digits, and letters that look like others.
  ...[
    "G00gle",
    "goog1e",
    "rnicrosoft",
    "Micr0soft",
    "YAH00!",
    "AppIe Inc.",
    "app1e",
    "Amaz0n SES",
    "M1mecast",
    "goog|e",
    "Goog1e $upport",
  ],
  // Separators and legal forms.
  ...[
    "Goo gle",
    "g.o.o.g.l.e",
    "Goo-gle",
    "T Online",
    "t_online",
    "TOnline AG",
    "Linked-In",
    "Linked In Ltd",
    "Mail Ru",
    "mail-ru",
  ],
  ...[
    "Google LLC",
    "Google, Inc.",
    "GoogleInc",
    "googlereports",
    "dmarcgoogle",
    "Google2024",
    "GMX Mail & Media GmbH",
    "1&1 Mail",
  ],
  ...[
    "Yahoo! Inc.",
    "YahooMail",
    "The Microsoft Corporation",
    "Outlook (Enterprise)",
    "Deutsche Telekom AG",
    "Apple",
    "APPLE EUROPE LTD",
  ],
  ...[
    "amazon",
    "Amazon Web Services, Inc.",
    "AMAZON-SES",
    "aws",
    "iCloud",
    "Apple Mail",
    "Proton AG",
    "VK Company",
    "Rackspace",
  ],
  // Domains: listed ones, with other ends, above and below others.
  ...[
    "google.de",
    "yahoo.co.jp",
    "mail.google.com",
    "google.com.evil.example",
    "evil.example/google.com",
    "amazon.fr",
    "apple.de",
  ],
  ...[
    "smtp.web.de",
    "web.de.evil.test",
    "protection.outlook.com",
    "linkedin.com",
    "sicher.gmx.net",
    "office365.com.",
    "GOOGLE.COM.",
  ],
  // In sentences.
  ...[
    "Report by Google",
    "google.com via evil.example",
    "evil.example (Google)",
    "<google.com>",
    "Google\tLLC",
    '"Google"',
  ],
  // Names of smaller reporters that are known.
  ...[
    "CWRU",
    "metlife.com",
    "esa1.hc3300-26.iphmx.com",
    "GMO Pepabo, Inc.",
    "emailsrvr.com",
    "wp.pl",
    "o2.pl",
    "Docomo",
  ],
  // What shows other words than it has, and what is longer than any name.
  ...["\u202Eelgoog", "\u2067google\u2069", `${"a ".repeat(600)}google`],
];

const evil = "dmarc@evil.example";

/** Forgeries of other shapes. */
const otherShapes: readonly ForgedName[] = [
  { email: "noreply-dmarc-support@google.com" },
  { email: "dmarcreport@microsoft.com" },
  { contact: "https://support.google.com/a/answer/2466580" },
  { email: evil, subject: "Report Domain: example.com Submitter: google.com Report-ID: 1" },
  { email: evil, subject: "Report Domain: example.com Submitter: Gооgle.com Report-ID: 1" },
  { email: evil, file: "google.com!example.com!1!2.xml" },
  { email: evil, file: "protection.outlook.com!example.com!1!2.xml" },
  { reporter: "Small Mail Server", email: "dmarc@other.example" },
  { reporter: "Small Mail Server", email: "" },
  { reporter: "other.example", email: "a@other.example", contact: "https://other.example" },
  { from: "x@googlemail.com", reporter: "google.com", email: "x@googlemail.com" },
  { from: "noreply-dmarc-support@gmail.com", reporter: "gmail.com" },
  { from: "x@yahoo.com", reporter: "Yahoo", email: "dmarchelp@yahooinc.com" },
  { from: "x@aol.com", reporter: "AOL", email: "abuse_dmarc@abuse.aol.com" },
  { from: "x@web.de", reporter: "WEB.DE", email: "noreply-dmarc@sicher.web.de" },
  { from: "x@t-online.de", reporter: "t-online.de" },
  { from: "x@icloud.com", reporter: "Apple Inc." },
  { from: "x@mail.ru", reporter: "Mail.Ru", email: "dmarc_support@corp.mail.ru" },
  { from: "x@163.com", reporter: "163.com" },
  { from: "x@qq.com", reporter: "QQ" },
  { from: "x@zoho.com", reporter: "zoho.com", email: "noreply-dmarc@zoho.com" },
  { from: "x@comcast.net", reporter: "comcast.net", email: "dmarc-admin@alerts.comcast.net" },
  { from: "x@wp.pl", reporter: "wp.pl", email: "dmarc-support@wp.pl" },
  { from: "x@proton.me", reporter: "Small Mail Server" },
  { from: "x@docomo.ne.jp", reporter: "docomo.ne.jp" },
  { from: "x@fastmail.com", reporter: "Fastmail Pty Ltd" },
  { from: "a@xn--ggle-55da.com", reporter: "gооgle.com" },
  { from: "a@xn--ggle-55da.com", reporter: "xn--ggle-55da.com" },
  { from: "a@google-reports.com", reporter: "google-reports.com" },
  { from: "a@evil.iphmx-reports.com", reporter: "iphmx-reports.com" },
  { from: "a@linkedin.com", reporter: "Google" },
  { from: "a@evil.github.io", reporter: "other.github.io", email: "a@other.github.io" },
  { from: "a@yahoo.com.evil.example", reporter: "yahoo.com" },
];

export const otherForgeries: readonly ForgedName[] = [...otherNames.map(toForged), ...otherShapes];
