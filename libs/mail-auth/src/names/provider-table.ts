/**
 * Providers of mailboxes, with the domains that they report from and those of their users. Format: `readTable`. Source: the
 * addresses in public DMARC reports, and the providers' own pages.
 */
export const providerTable = `
google, gmail, googlemail, гугл, гугол, гугль, 谷歌, グーグル, 구글, جوجل, גוגל | alphabet | google.com gmail.com googlemail.com
yahoo, yahooinc, aol, ymail, rocketmail, verizon media, яху, 雅虎, ヤフー, 야후 | | yahoo.com yahooinc.com yahoo-inc.com yahoo.net aol.com aol.net ymail.com rocketmail.com
microsoft, outlook, hotmail, office365, onmicrosoft, exchange online, live.com, msn.com, майкрософт, 微软, 微軟, マイクロソフト, 마이크로소프트 | msn, m365, o365, windows live | microsoft.com outlook.com hotmail.com live.com msn.com office365.com office.com
icloud, apple.com, me.com, mac.com | apple, эппл, 苹果, 蘋果, アップル, 애플 | apple.com icloud.com me.com mac.com
amazonses, amazon.com, amazonaws, simple email service, amazon simple, workmail, awsapps | amazon, aws, amazon web, амазон, 亚马逊, アマゾン, 아마존 | amazonses.com amazon.com amazonaws.com
gmx, web.de, 1und1, 1and1, ionos, united internet, mail.com | webde, 1&1 | gmx.net gmx.de gmx.com gmx.at gmx.ch web.de mail.com 1und1.de 1and1.com ionos.com ionos.de kundenserver.de
t-online, deutsche telekom, telekom.de | telekom | t-online.de telekom.de telekom.net magenta.de
freenet.de, freenet ag | freenet | freenet.de freenet.ag
vodafone, arcor | | vodafone.de vodafone.com vodafonemail.de arcor.de
posteo | | posteo.de posteo.net
mailbox.org | | mailbox.org heinlein-support.de
tutanota, tuta.com | tuta | tuta.com tutanota.com tutanota.de tutao.de
protonmail, proton.me, pm.me | proton, proton technologies | proton.me protonmail.com protonmail.ch pm.me
fastmail, messagingengine | | fastmaildmarc.com fastmail.com fastmail.fm messagingengine.com
zoho, zohomail, zohocorp | | zoho.com zohomail.com zohocorp.com zoho.eu zoho.in
mail.ru, inbox.ru, list.ru, vkontakte, vk.company, вконтакте, мэйл ру, мейл ру, майл ру, почта mail ru | vk, bk | mail.ru vk.company vk.com inbox.ru bk.ru list.ru internet.ru
yandex, яндекс | | yandex.ru yandex.com yandex.net yandex-team.ru ya.ru
rambler.ru | rambler | rambler.ru rambler-co.ru
ukr.net | | ukr.net
wirtualna polska, wp.pl, o2.pl, tlen.pl | wp, grupa wp | wp.pl o2.pl tlen.pl grupawp.pl
onet.pl | onet | onet.pl onet.eu op.pl
interia.pl | interia | interia.pl interia.eu poczta.fm
seznam.cz, email.cz | seznam, seznam a s | seznam.cz email.cz post.cz
centrum.cz, centrum.sk, atlas.cz | | centrum.cz centrum.sk atlas.cz
abv.bg | abv | abv.bg
netease, 网易, 163.com, 126.com, yeah.net, 188.com | 163, 126 | netease.com 163.com 126.com yeah.net 188.com
tencent, 腾讯, qq.com, foxmail | qq | qq.com tencent.com foxmail.com
aliyun, alibaba, alimail, 阿里云, 阿里巴巴 | | aliyun.com alibaba.com alibaba-inc.com
sina.com, sina.cn, 新浪 | sina | sina.com sina.cn
sohu.com, 搜狐 | sohu | sohu.com
naver.com, navercorp, 네이버 | naver | naver.com navercorp.com
kakao, hanmail, daum.net | daum | kakaocorp.com kakao.com daum.net hanmail.net
docomo | | docomo.ne.jp nttdocomo.com | dmarc25.jp
kddi, ezweb, au.com | | kddi.com au.com ezweb.ne.jp
softbank | | softbank.jp softbank.ne.jp softbank.co.jp
rakuten | | rakuten.co.jp rakuten.com rakuten.jp
biglobe | | biglobe.ne.jp
nifty.com | nifty | nifty.com
so-net.ne.jp | | so-net.ne.jp
ocn.ne.jp | | ocn.ne.jp
comcast, xfinity | | comcast.net comcast.com xfinity.com
verizon.net, verizon.com | verizon | verizon.net verizon.com
att.net, sbcglobal, bellsouth | att, at&t | att.net att.com sbcglobal.net bellsouth.net
cox.net | | cox.net cox.com
charter.net, spectrum.net | | charter.net charter.com spectrum.net
earthlink | | earthlink.net
rogers.com | | rogers.com
shaw.ca | | shaw.ca
bell.ca, bell.net, sympatico | | bell.ca bell.net sympatico.ca
telus.net, telus.com | telus | telus.net telus.com
orange.fr, wanadoo | orange | orange.fr orange.com wanadoo.fr
laposte, la poste | | laposte.net laposte.fr
free.fr, proxad | | free.fr proxad.net
sfr.fr, neuf.fr | sfr | sfr.fr sfr.com neuf.fr
libero.it, virgilio.it, italiaonline | libero | libero.it virgilio.it italiaonline.it iol.it
tiscali | | tiscali.it
tim.it, alice.it, telecom italia | | tim.it alice.it telecomitalia.it
aruba.it | | aruba.it
btinternet, bt.com | | bt.com btinternet.com
talktalk | | talktalk.net
sky.com | | sky.com
virginmedia | | virginmedia.com
xs4all | | xs4all.net xs4all.nl
kpn.com, kpnmail | kpn | kpn.com kpnmail.nl
ziggo | | ziggo.nl
swisscom, bluewin | | swisscom.com swisscom.ch bluewin.ch
sunrise.ch | | sunrise.ch
infomaniak | | infomaniak.com infomaniak.ch ik.me
bigpond, telstra | | bigpond.com telstra.com telstra.net
optusnet | optus | optusnet.com.au optus.com.au
uol.com.br | uol | uol.com.br
terra.com.br | | terra.com.br
rediffmail, rediff.com | rediff | rediffmail.com rediff.com
`;
