"""Classifies the addresses on standard input, one per line: `1` for a public internet address, `0` for any other.

Shares nothing with the service: Python's ipaddress does the arithmetic and has its own list; in addition, every
special-purpose prefix is listed here from IANA's registries and the RFCs. Of IPv6 only the addresses that IANA has
assigned as global unicast can be public (RFC 4291, section 2.4). An IPv6 address that contains an IPv4 address is never
public, whatever the IPv4 address: public servers are not behind a translation.
"""

import ipaddress
import sys

# https://www.iana.org/assignments/iana-ipv4-special-registry: prefixes that are not globally reachable, and the whole of
# 192.0.0.0/24 (RFC 6890) and of the former 6to4 relays (RFC 7526); multicast (RFC 5771), class E (RFC 1112), and the
# address at which Azure's host serves its guests.
SPECIAL_V4 = """0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32"""

# https://www.iana.org/assignments/iana-ipv6-special-registry, and prefixes of its RFCs:
# unspecified, loopback, IPv4-compatible and -mapped (RFC 4291), -translated (RFC 2765), NAT64 (RFC
# 6052, RFC 8215), discard (RFC 6666), dummy (RFC 9780), IETF protocol assignments (RFC 2928) with
# Teredo (RFC 4380), benchmarking (RFC 5180), ORCHID (RFC 4843, RFC 7343) and drones (RFC 9374),
# documentation (RFC 3849, RFC 9637), 6to4 (RFC 3056), SRv6 (RFC 9602), unique local (RFC 4193),
# link local, site local (RFC 3879), multicast.
SPECIAL_V6 = """::/128 ::1/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64
2001::/23 2001::/32 2001:2::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16 3fff::/20 5f00::/16
fc00::/7 fe80::/10 fec0::/10 ff00::/8"""

GLOBAL_V6 = ipaddress.ip_network("2000::/3")


def to_ranges(text):
    networks = [ipaddress.ip_network(part) for part in text.split()]
    return [(int(network.network_address), int(network.broadcast_address)) for network in networks]


SPECIAL = {4: to_ranges(SPECIAL_V4), 6: to_ranges(SPECIAL_V6)}


def is_isatap(number):
    """An interface identifier that contains an IPv4 address (RFC 5214, section 6.1), with any prefix."""
    return (number >> 32) & 0xFFFFFFFF in (0x00005EFE, 0x02005EFE)


def is_public(address):
    number = int(address)
    if not address.is_global or any(first <= number <= last for first, last in SPECIAL[address.version]):
        return False
    return address.version == 4 or (address in GLOBAL_V6 and not is_isatap(number))


for line in sys.stdin:
    sys.stdout.write("1" if is_public(ipaddress.ip_address(line.strip())) else "0")
