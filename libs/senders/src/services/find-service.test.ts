import { expect, test } from "vitest";
import { shippedServiceMap } from "../index.ts";

const { findService, findServiceOfDomain } = shippedServiceMap;

/** Reverse names as the services' servers have them, with the service. */
const REVERSE_NAMES = [
  ["mail-ej1-f54.google.com", "Google Workspace"],
  ["mail-am6eur05on2071.outbound.protection.outlook.com", "Microsoft 365"],
  ["mail-bn8usg02on0103.outbound.protection.office365.us", "Microsoft 365"],
  ["sonic313-20.consmr.mail.ne1.yahoo.com", "Yahoo Mail"],
  ["st43p00im-ztdg10063201.me.com", "iCloud Mail"],
  ["sender4-op-o12.zoho.com", "Zoho Mail"],
  ["fout-a1-smtp.messagingengine.com", "Fastmail"],
  ["mail-40131.protonmail.ch", "Proton Mail"],
  ["mout.kundenserver.de", "IONOS Mail"],
  ["mout.gmx.net", "GMX"],
  ["mout.web.de", "WEB.DE"],
  ["mout-p-101.mailbox.org", "mailbox.org"],
  ["mout02.posteo.de", "Posteo"],
  ["mail.w13.tutanota.de", "Tuta"],
  ["forward501a.mail.yandex.net", "Yandex Mail"],
  ["smtp46.i.mail.ru", "Mail.ru"],
  ["out203-205-221-155.mail.qq.com", "Tencent Exmail and QQ Mail"],
  ["m12-11.163.com", "NetEase Mail"],
  ["mail-m3271.qiye.163.com", "NetEase Enterprise Mail"],
  ["out0-195.mail.aliyun.com", "Alibaba Mail"],
  ["cvsmtppost21.nm.naver.com", "Naver Mail"],
  ["smtp83.iad3a.emailsrvr.com", "Rackspace Email"],
  ["relay8-d.mail.gandi.net", "Gandi Mail"],
  ["smtp-190a.mail.infomaniak.ch", "Infomaniak Mail"],
  ["8.mo550.mail-out.ovh.net", "OVHcloud Mail"],
  ["vps-1a2b3c4d.vps.ovh.net", "OVHcloud servers"],
  ["mo4-p00-ob.smtp.rzone.de", "STRATO Mail"],
  ["smtpcmd0871.aruba.it", "Aruba Mail"],
  ["smtprelay0011.hostedemail.com", "OpenSRS Hosted Email"],
  ["a8-27.smtp-out.amazonses.com", "Amazon SES"],
  ["a2-11.smtp-out.eu-west-1.amazonses.com", "Amazon SES"],
  ["o1.ptr1234.sendgrid.net", "SendGrid"],
  ["m42-7.mailgun.net", "Mailgun"],
  ["o122.p8.mailjet.com", "Mailjet"],
  ["mta215a-ord.mtasv.net", "Postmark"],
  ["mta-174-76-20.sparkpostmail.com", "SparkPost"],
  ["mail128-15.atl41.mandrillapp.com", "Mandrill"],
  ["mail.tem.scw.cloud", "Scaleway Transactional Email"],
  ["12-34-56-78.instances.scw.cloud", "Scaleway servers"],
  ["mail240.atl61.mcsv.net", "Mailchimp"],
  ["ccm28.constantcontact.com", "Constant Contact"],
  ["mo1.cmail20.com", "Campaign Monitor"],
  ["mta3.emsd1.com", "ActiveCampaign"],
  ["bid6231.hubspotemail.net", "HubSpot"],
  ["em-sj-77.mktomail.com", "Adobe Marketo Engage"],
  ["mta2.s11.exacttarget.com", "Salesforce Marketing Cloud Engagement"],
  ["mail-s42.infusionmail.com", "Keap (Infusionsoft)"],
  ["mailer184110.service.govdelivery.com", "GovDelivery"],
  ["smtp09-ia4-sp3.mta.salesforce.com", "Salesforce"],
  ["outbyoip3.pod17.use1.zdsys.com", "Zendesk"],
  ["outbound17.service-now.com", "ServiceNow"],
  ["psm.knowbe4.com", "KnowBe4"],
  ["d-eu-smtpgw.docebopaas.com", "Docebo"],
  ["eu-smtp-delivery-151.mimecast.com", "Mimecast"],
  ["mx0a-001b2d01.pphosted.com", "Proofpoint Email Protection"],
  ["dispatch1-us1.ppe-hosted.com", "Proofpoint Essentials"],
  ["outbound-ip24a.ess.barracuda.com", "Barracuda Email Gateway Defense"],
  ["esa1.hc123-45.iphmx.com", "Cisco Secure Email Cloud"],
  ["mx-gate25-hz2.hornetsecurity.com", "Hornetsecurity"],
  ["mf-outbound-us-west-2.prod.hydra.sophos.com", "Sophos Email"],
  ["repost01.tmes.trendmicro.eu", "Trend Micro Email Security"],
  ["cluster-a.mailcontrol.com", "Forcepoint Email Security Cloud"],
  ["mail1.bemta26.messagelabs.com", "Symantec Email Security.cloud"],
  ["butterfly.birch.relay.mailchannels.net", "MailChannels"],
  ["delivery.antispamcloud.com", "N-able Mail Assure (SpamExperts)"],
  ["static.12.34.56.78.clients.your-server.de", "Hetzner"],
  ["p3plsmtpa07-09.prod.phx3.secureserver.net", "GoDaddy"],
  ["gateway31.websitewelcome.com", "HostGator"],
  ["ec2-203-0-113-25.compute-1.amazonaws.com", "Amazon EC2"],
  ["25.113.0.203.bc.googleusercontent.com", "Google Cloud servers"],
  ["resqmta-c1p-023412.sys.comcast.net", "Comcast"],
  ["mailout07.t-online.de", "Deutsche Telekom"],
  ["smtp-20.smtpout.orange.fr", "Orange France"],
  ["pb-smtp1.pobox.com", "Pobox"],
  ["eforward3e.registrar-servers.com", "Namecheap Email Forwarding"],
  ["out-24.smtp.github.com", "GitHub"],
  ["maile-gb.linkedin.com", "LinkedIn"],
  ["66-220-155-144.mail-mail.facebook.com", "Facebook and Instagram"],
] as const;

test.for(REVERSE_NAMES)("a server named %s is of %s", ([hostname, name]) => {
  expect(findService({ hostname })).toMatchObject({ service: { name }, by: "hostname" });
});

/** Domains that services sign with, or send from, while the customer has set up none. */
const DOMAINS = [
  ["example-com.20230601.gappssmtp.com", "Google Workspace"],
  ["calendar-server.bounces.google.com", "Google Workspace"],
  ["example.onmicrosoft.com", "Microsoft 365"],
  ["gmail.com", "Gmail"],
  ["hotmail.com", "Outlook.com"],
  ["eu-west-1.amazonses.com", "Amazon SES"],
  ["sendgrid.me", "SendGrid"],
  ["pm.mtasv.net", "Postmark"],
  ["bnc3.mailjet.com", "Mailjet"],
  ["mail240.atl61.mcsv.net", "Mailchimp"],
  ["intercom-mail.com", "Intercom"],
  ["bf10x.hubspotemail.net", "HubSpot"],
  ["pm.me", "Proton Mail"],
  ["us.greenhouse-mail.io", "Greenhouse"],
  ["facebookmail.com", "Facebook and Instagram"],
  ["training.knowbe4.com", "KnowBe4"],
  ["f.kajabimail.net", "Kajabi"],
  ["spf.sosafe.de", "SoSafe"],
  ["tipalti.com", "Tipalti"],
  ["mail-list.com", "Mail-List.com"],
] as const;

test.for(DOMAINS)("mail of %s is of %s", ([domain, name]) => {
  expect(findServiceOfDomain(domain)).toMatchObject({ name });
  const found = findService({ dkimDomains: [domain] }) ?? findService({ spfDomains: [domain] });
  expect(found).toMatchObject({ service: { name } });
});

test("what the address is proven to be comes before what the message was signed with: name, SPF, network, signature", () => {
  const hostname = "eu-smtp-delivery-151.mimecast.com";
  const spfDomains = ["bounce.hubspotemail.net"];
  const dkimDomains = ["mailbox.org"];
  const asn = 11377;
  const name = (evidence: Parameters<typeof findService>[0]) => {
    const found = findService(evidence);
    return found === null ? null : `${found.service.name} by ${found.by}`;
  };
  expect(name({ hostname, spfDomains, asn, dkimDomains })).toBe("Mimecast by hostname");
  expect(name({ hostname: null, spfDomains, asn, dkimDomains })).toBe("HubSpot by spf");
  expect(name({ asn, dkimDomains })).toBe("SendGrid by asn");
  expect(name({ asn: null, dkimDomains })).toBe("mailbox.org by dkim");
  expect(name({ hostname: "mail.example.com", asn: 64496, dkimDomains: ["example.com"] })).toBeNull();
  expect(name({})).toBeNull();
});

test.for([
  ["209.85.220.69", "Google Workspace"],
  ["40.107.22.64", "Microsoft 365"],
  ["2a01:111:f403:c20c::1", "Microsoft 365"],
  ["54.240.8.13", "Amazon SES"],
] as const)("%s is of %s by a network that its SPF record publishes, if its name is not known", ([sourceIp, name]) => {
  expect(findService({ sourceIp, hostname: null, asn: null })).toMatchObject({ service: { name }, by: "asn" });
});

test.for(["192.0.2.1", "2001:db8::1", "", "no address"])("%s is in no network of a service", (sourceIp) => {
  expect(findService({ sourceIp })).toBeNull();
});

test("a name that is proven comes before a network", () => {
  expect(findService({ sourceIp: "209.85.220.69", hostname: "o1.sendgrid.net" })?.service.name).toBe("SendGrid");
});

test("a service that sends through a delivery service is named, for the customer's account is there", () => {
  const hostname = "a8-27.smtp-out.amazonses.com";
  const intercom = { service: { name: "Intercom" }, by: "dkim" };
  expect(findService({ hostname, dkimDomains: ["amazonses.com", "intercom-mail.com"] })).toMatchObject(intercom);
  expect(findService({ dkimDomains: ["amazonses.com", "intercom-mail.com"] })).toMatchObject(intercom);
  expect(findService({ hostname, dkimDomains: ["amazonses.com", "example.com"] })).toMatchObject({
    service: { name: "Amazon SES" },
    by: "hostname",
  });
});

test("a forwarder stays the sender of what others signed", () => {
  const dkimDomains = ["intercom-mail.com"];
  expect(findService({ hostname: "mail-ej1-f54.google.com", dkimDomains })?.service.name).toBe("Google Workspace");
  expect(findService({ hostname: "gateway31.websitewelcome.com", dkimDomains })?.service.name).toBe("HostGator");
  expect(findService({ hostname: "m42-7.mailgun.net", dkimDomains: ["gmail.com"] })?.service.name).toBe("Mailgun");
});

test("a rented server is of the service whose SPF record lists it", () => {
  const hostname = "ec2-203-0-113-25.compute-1.amazonaws.com";
  expect(findService({ hostname, spfDomains: ["bounce.frontapp.com"] })).toMatchObject({
    service: { name: "Front" },
    by: "spf",
  });
});

test("services on the same servers are told apart by the domain that they sign with", () => {
  const google = "mail-ej1-f54.google.com";
  const microsoft = "mail-am6eur05olkn2071.outbound.protection.outlook.com";
  expect(findService({ hostname: google, dkimDomains: ["gmail.com"] })?.service.name).toBe("Gmail");
  expect(findService({ hostname: google, dkimDomains: ["example.com"] })?.service.name).toBe("Google Workspace");
  expect(findService({ hostname: microsoft, dkimDomains: ["outlook.com"] })?.service.name).toBe("Outlook.com");
});

test.for([
  "evilsendgrid.net",
  "sendgrid.net.example.com",
  "sendgrid-net.example",
  "net",
  "",
  ".",
  "..",
  ".sendgrid.net..",
  "sendgrid..net",
  "sendgrid.net ",
  "ѕendgrid.net",
  "sendgrid。net",
  "lin\u212aedin.com",
  "ſendgrid.net",
  "sendgrid.net\0.example",
  "__proto__",
  "constructor.prototype",
  `${"a".repeat(300)}.sendgrid.net`,
  `${"a.".repeat(200_000)}sendgrid.net`,
])("%.40s… is no name of a service", (hostname) => {
  const evidence = { hostname, spfDomains: [hostname], dkimDomains: [hostname] };
  expect(findService(evidence)).toBeNull();
  expect(findServiceOfDomain(hostname)).toBeNull();
});

test.for(["SendGrid.NET", "sendgrid.net.", "O1.PTR1234.SENDGRID.NET.", `${"a.".repeat(100)}sendgrid.net`])(
  "case, a trailing dot and many labels do not hide a service: %.40s",
  (hostname) => {
    expect(findService({ hostname })?.service.name).toBe("SendGrid");
  },
);

test("of a source with thousands of domains, the first ones are looked at", () => {
  const padding = Array.from({ length: 5000 }, (_, index) => `d${index}.example`);
  expect(findService({ dkimDomains: ["sendgrid.net", ...padding] })?.service.name).toBe("SendGrid");
  expect(findService({ dkimDomains: [...padding, "sendgrid.net"] })).toBeNull();
});
