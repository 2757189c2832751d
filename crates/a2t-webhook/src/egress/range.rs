//! Addresses that are not public addresses of the internet, by the registries of IANA.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// A range of addresses that requests do not go to unless a policy allows it.
///
/// The ranges are those of IANA's special-purpose registries (RFC 6890 and its updates), all of
/// IPv6 outside of `2000::/3` (RFC 4291, section 2.4), and the forms that carry an address of IPv4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Range {
    /// The range, such as `10.0.0.0/8`.
    pub net: IpNet,
    /// Meaning in words that continue "10.0.0.1 is …", such as `private`.
    pub name: &'static str,
    /// The document that reserves it, such as `RFC 1918`.
    pub source: &'static str,
    carries: Carries,
}

/// Place of an address of IPv4 in one of IPv6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Carries {
    Nothing,
    /// The last four bytes.
    AtEnd,
    /// The four bytes after the first two: 6to4 (RFC 3056).
    AfterTwo,
    /// The last four bytes, inverted: Teredo (RFC 4380, section 4).
    Inverted,
}

impl Range {
    /// Returns the narrowest range that this address is in; `None` for those of the public
    /// internet.
    ///
    /// ```
    /// use a2t_webhook::egress::Range;
    ///
    /// let name = |address: &str| Range::containing(address.parse().unwrap()).map(|range| range.name);
    /// assert_eq!(name("169.254.169.254"), Some("link-local"));
    /// assert_eq!(name("64:ff9b::a00:1"), Some("translated from IPv4"));
    /// assert_eq!(name("9.9.9.9"), None);
    /// ```
    pub fn containing(address: IpAddr) -> Option<Self> {
        match address {
            IpAddr::V4(_) => narrowest(V4, address),
            IpAddr::V6(six) if GLOBAL.contains(&six) => narrowest(V6, address),
            IpAddr::V6(_) => narrowest(V6, address).or(Some(UNASSIGNED)),
        }
    }

    /// The address of IPv4 that an address of this range stands for.
    pub(crate) fn carried(&self, address: IpAddr) -> Option<IpAddr> {
        let IpAddr::V6(address) = address else { return None };
        let bits = address.to_bits();
        let four = |bits: u128| Some(IpAddr::V4(Ipv4Addr::from_bits((bits & 0xffff_ffff) as u32)));
        match self.carries {
            Carries::Nothing => None,
            Carries::AtEnd => four(bits),
            Carries::AfterTwo => four(bits >> 80),
            Carries::Inverted => four(!bits),
        }
    }

    /// Returns `true` for this machine's own addresses.
    pub fn is_loopback(&self) -> bool {
        self.name == LOOPBACK
    }
}

/// The range and its source, as messages show them: `10.0.0.0/8, RFC 1918`.
impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.net, self.source)
    }
}

fn narrowest(ranges: &[Range], address: IpAddr) -> Option<Range> {
    let holding = ranges.iter().filter(|range| range.net.contains(&address));
    holding.max_by_key(|range| range.net.prefix_len()).copied()
}

const LOOPBACK: &str = "loopback";

const fn v4(at: [u8; 4], length: u8, name: &'static str, source: &'static str) -> Range {
    let [a, b, c, d] = at;
    let net = IpNet::V4(Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), length));
    Range { net, name, source, carries: Carries::Nothing }
}

const fn v6(at: u128, length: u8, name: &'static str, source: &'static str) -> Range {
    let net = IpNet::V6(Ipv6Net::new_assert(Ipv6Addr::from_bits(at), length));
    Range { net, name, source, carries: Carries::Nothing }
}

impl Range {
    const fn carrying(self, carries: Carries) -> Self {
        Self { carries, ..self }
    }
}

const GLOBAL: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::from_bits(0x2000 << 112), 3);

const UNASSIGNED: Range = v6(0, 0, "reserved", "RFC 4291");

const V4: &[Range] = &[
    v4([0, 0, 0, 0], 8, "this network", "RFC 791"),
    v4([10, 0, 0, 0], 8, "private", "RFC 1918"),
    v4([100, 64, 0, 0], 10, "shared by a carrier", "RFC 6598"),
    v4([127, 0, 0, 0], 8, LOOPBACK, "RFC 1122"),
    // A public number that Azure answers inside of each virtual machine's host.
    v4([168, 63, 129, 16], 32, "a cloud's platform", "Azure"),
    v4([169, 254, 0, 0], 16, "link-local", "RFC 3927"),
    v4([172, 16, 0, 0], 12, "private", "RFC 1918"),
    v4([192, 0, 0, 0], 24, "reserved for protocols", "RFC 6890"),
    v4([192, 0, 2, 0], 24, "documentation", "RFC 5737"),
    v4([192, 31, 196, 0], 24, "AS112", "RFC 7535"),
    v4([192, 52, 193, 0], 24, "AMT", "RFC 7450"),
    v4([192, 88, 99, 0], 24, "a relay of 6to4", "RFC 7526"),
    v4([192, 168, 0, 0], 16, "private", "RFC 1918"),
    v4([192, 175, 48, 0], 24, "AS112", "RFC 7534"),
    v4([198, 18, 0, 0], 15, "benchmarking", "RFC 2544"),
    v4([198, 51, 100, 0], 24, "documentation", "RFC 5737"),
    v4([203, 0, 113, 0], 24, "documentation", "RFC 5737"),
    v4([224, 0, 0, 0], 4, "multicast", "RFC 5771"),
    v4([240, 0, 0, 0], 4, "reserved", "RFC 1112"),
    v4([255, 255, 255, 255], 32, "broadcast", "RFC 919"),
];

const V6: &[Range] = &[
    v6(0, 128, "unspecified", "RFC 4291"),
    v6(1, 128, LOOPBACK, "RFC 4291"),
    v6(0, 96, "IPv4-compatible", "RFC 4291").carrying(Carries::AtEnd),
    v6(0xffff << 32, 96, "mapped from IPv4", "RFC 4291").carrying(Carries::AtEnd),
    v6(0xffff << 48, 96, "translated from IPv4", "RFC 2765").carrying(Carries::AtEnd),
    v6(0x64_ff9b << 96, 96, "translated from IPv4", "RFC 6052").carrying(Carries::AtEnd),
    v6(0x64_ff9b_0001 << 80, 48, "translated from IPv4", "RFC 8215").carrying(Carries::AtEnd),
    v6(0x100 << 112, 64, "discarded", "RFC 6666"),
    v6(0x2001 << 112, 23, "reserved for protocols", "RFC 2928"),
    v6(0x2001 << 112, 32, "Teredo", "RFC 4380").carrying(Carries::Inverted),
    v6(0x2001_0002 << 96, 48, "benchmarking", "RFC 5180"),
    v6(0x2001_0010 << 96, 28, "ORCHID", "RFC 4843"),
    v6(0x2001_0020 << 96, 28, "ORCHID", "RFC 7343"),
    v6(0x2001_0db8 << 96, 32, "documentation", "RFC 3849"),
    v6(0x2002 << 112, 16, "6to4", "RFC 3056").carrying(Carries::AfterTwo),
    v6(0x2620_004f_8000 << 80, 48, "AS112", "RFC 7534"),
    v6(0x3fff << 112, 20, "documentation", "RFC 9637"),
    v6(0x5f00 << 112, 16, "segment routing", "RFC 9602"),
    v6(0xfc00 << 112, 7, "private", "RFC 4193"),
    v6(0xfe80 << 112, 10, "link-local", "RFC 4291"),
    v6(0xfec0 << 112, 10, "site-local", "RFC 3879"),
    v6(0xff00 << 112, 8, "multicast", "RFC 4291"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn name(address: &str) -> Option<&'static str> {
        Range::containing(address.parse().unwrap()).map(|range| range.name)
    }

    #[test]
    fn both_ends_of_each_range_are_in_it() {
        for range in V4.iter().chain(V6) {
            for end in [range.net.network(), range.net.broadcast()] {
                assert!(Range::containing(end).is_some(), "{end} of {range}");
            }
            assert_eq!(range.net, range.net.trunc(), "{range} begins at its network");
        }
    }

    #[test]
    fn neighbours_of_ranges_are_public() {
        for address in [
            "1.0.0.0",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "168.63.129.15",
            "168.63.129.17",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2000::",
            "2001:200::",
            "2001:db7::",
            "2001:db9::",
            "2003::",
            "2606:4700::1111",
            "3ffe::",
            "3fff:1000::",
        ] {
            assert_eq!(name(address), None, "{address}");
        }
    }

    #[test]
    fn the_narrowest_range_names_an_address() {
        for (address, expected) in [
            ("::1", "loopback"),
            ("::", "unspecified"),
            ("::7f00:1", "IPv4-compatible"),
            ("2001::1", "Teredo"),
            ("2001:5::1", "reserved for protocols"),
            ("255.255.255.255", "broadcast"),
            ("4000::1", "reserved"),
            ("1234::1", "reserved"),
        ] {
            assert_eq!(name(address), Some(expected), "{address}");
        }
    }

    #[test]
    fn an_address_of_ipv4_is_found_where_it_is_carried() {
        let inner: IpAddr = "10.0.0.1".parse().unwrap();
        for address in [
            "::a00:1",
            "::ffff:a00:1",
            "::ffff:0:a00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::a00:1",
            "2002:a00:1::1",
            "2001:0:4136:e378:8000:63bf:f5ff:fffe",
        ] {
            let address = address.parse().unwrap();
            assert_eq!(
                Range::containing(address).unwrap().carried(address),
                Some(inner),
                "{address}"
            );
        }
        let own: IpAddr = "fd00::a00:1".parse().unwrap();
        assert_eq!(Range::containing(own).unwrap().carried(own), None);
    }
}
