/**
 * Mail gateways, hosting companies, and services whose names a forger would like to use. Format: `readTable`. Source: the addresses
 * in public DMARC reports, and the companies' own pages.
 */
export const serviceTable = `
mimecast, mimecastreport | | mimecastreport.com mimecast.com mimecast.org
proofpoint, pphosted | | proofpoint.com pphosted.com ppe-hosted.com
barracuda networks, barracudanetworks.com | barracuda | barracuda.com barracudanetworks.com
trustwave | | trustwave.com
trendmicro | | trendmicro.com trendmicro.eu
sophos | | sophos.com reflexion.net
messagelabs, symantec | | messagelabs.com symantec.com broadcom.com
broadcom | | broadcom.com messagelabs.com symantec.com
forcepoint, mailcontrol | | forcepoint.com mailcontrol.com
fortinet, fortimail | | fortinet.com fortimailcloud.com
hornetsecurity, antispameurope | | hornetsecurity.com antispameurope.com
spamexperts, antispamcloud, n-able.com | | spamexperts.com antispamcloud.com n-able.com
gosecure | | gosecure.net edgewave.com
cloudflare | | cloudflare.com cloudflare.net
valimail | | valimail.com
dmarcian | | dmarcian.com
agari | | agari.com
returnpath | | returnpath.net
godaddy, secureserver | | godaddy.com secureserver.net
rackspace, emailsrvr | | emailsrvr.com rackspace.com
ovhcloud, ovh.net, ovh.com | ovh | ovh.net ovh.com ovhcloud.com
gandi.net | gandi | gandi.net
strato.de | strato | strato.de
hetzner | | hetzner.com hetzner.de
hostinger | | hostinger.com
namecheap, privateemail | | namecheap.com privateemail.com
bluehost | | bluehost.com
dreamhost | | dreamhost.com
siteground | | siteground.com
linkedin | | linkedin.com
facebook, facebookmail, instagram, whatsapp, meta platforms | meta | facebook.com facebookmail.com fb.com meta.com instagram.com whatsapp.com
twitter, x.com | | twitter.com x.com
paypal | | paypal.com
ebay | | ebay.com
netflix | | netflix.com
salesforce, exacttarget | | salesforce.com exacttarget.com
sendgrid | | sendgrid.net sendgrid.com twilio.com
mailchimp, mandrill | | mailchimp.com mandrillapp.com
mailgun | | mailgun.com mailgun.org mailgun.net
sparkpost | | sparkpost.com sparkpostmail.com
mailjet | | mailjet.com
brevo.com, sendinblue | brevo | brevo.com sendinblue.com
github | | github.com
dropbox | | dropbox.com dropboxmail.com
adobe.com | adobe | adobe.com
ibm.com | ibm | ibm.com
oracle.com | oracle | oracle.com
cisco.com, ironport | cisco, cisco systems | cisco.com ironport.com
`;
