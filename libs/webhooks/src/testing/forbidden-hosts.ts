/** Spellings of 127.0.0.1 that a browser, a C library or a resolver may accept. */
const loopbackSpellings = `127.0.0.1 127.1 127.0.1 127.0.0.1. 2130706433 0x7f000001 0x7f.0x0.0x0.0x1 0177.0.0.1 0177.1
  017700000001 00000177.00.0.1 127.0x1 127.0.0.0x1 0x7F.1 %31%32%37.0.0.1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1
  127｡0｡0｡1 0 0.0 0x0 00 0.0.0.0`;

/** The first and last address of every special-purpose IPv4 prefix, metadata services and Azure's platform address. */
const specialV4 = `0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255
  169.254.0.0 169.254.255.255 169.254.169.254 169.254.170.2 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.0.255
  192.0.2.0 192.0.2.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.0
  198.51.100.255 203.0.113.0 203.0.113.255 224.0.0.0 224.0.0.1 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255
  100.100.100.200 168.63.129.16`;

/** Addresses outside 2000::/3 and special ones within: loopback in twelve spellings, translations, tunnels, metadata. */
const specialV6 = `:: ::1 0:0:0:0:0:0:0:1 ::0001 0000:0000:0000:0000:0000:0000:0000:0001 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1
  ::ffff:7f00:1 ::FFFF:127.0.0.1 0:0:0:0:0:ffff:127.0.0.1 ::ffff:0:127.0.0.1 ::ffff:0:7f00:1 ::ffff:10.0.0.1 ::ffff:8.8.8.8
  ::ffff:169.254.169.254 ::10.0.0.1 ::8.8.8.8 64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b::8.8.8.8
  64:ff9b:1::7f00:1 64:ff9b:1:ffff:ffff:ffff:7f00:1 100:: 100::1 100:0:0:1::1 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2001::
  2001::1 2001:0:7f00:1:: 2001:1::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8::
  2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002:: 2002:7f00:1:: 2002:7f00:1::1 2002:a00:1:: 2002:808:808::1
  2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:: 3fff::1 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: 5f00::1 8000::1 fc00::
  fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff fe80:: fe80::1 fe80::5efe:127.0.0.1
  febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff fec0:: fec0::1 feff::1 ff00::1 ff02::1 ff0e::1
  ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff ::5efe:7f00:1 2a00:1450::5efe:7f00:1 2a00:1450::200:5efe:a00:1 200::1 ::ffff:0:0`;

const list = (text: string) => text.trim().split(/\s+/);

/** Addresses that no webhook may be sent to, as a resolver returns them. */
export const forbiddenAddresses: readonly string[] = [...list(specialV4), ...list(specialV6)];

/** URL hosts that no webhook may be sent to: every address and every spelling. */
export const forbiddenHosts: readonly string[] = [
  ...list(loopbackSpellings),
  ...list(specialV4),
  ...list(specialV6).map((address) => `[${address}]`),
];

/** Addresses of the public internet next to the special prefixes. */
export const publicAddresses: readonly string[] = list(`1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0
  126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255
  192.0.1.0 192.0.1.255 192.0.3.0 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 8.8.8.8 2000:: 2000::1 2001:200:: 2001:4860:4860::8888
  2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9:: 2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2003:: 2606:4700::1111
  2a00:1450:4001:81b::200e 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000:: 3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`);
