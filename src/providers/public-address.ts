import { lookup as lookUp } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/**
 * Which addresses a provider's name may lead to (OWASP ASVS 5.0 section 13.2.4). They are
 * judged as they are connected to, so a name that leads elsewhere from one question to the next is judged each time.
 */

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** IANA's registry of special-purpose IPv4 addresses (RFC 6890), as far as not globally reachable, and multicast (RFC 5771). */
const specialIPv4 = listOf('ipv4', [
  '0.0.0.0/8', // this network, RFC 791
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // shared, RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '169.254.0.0/16', // link-local, and the metadata of clouds, RFC 3927
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // protocol assignments, RFC 6890
  '192.0.2.0/24', // documentation, RFC 5737
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16', // private, RFC 1918
  '198.18.0.0/15', // benchmarks, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/3', // multicast, reserved and broadcast, RFC 5771, 1112 and 8190
])

/** The only IPv6 addresses that IANA gives out as global unicast (RFC 4291 section 2.4), from which the special ones are taken. */
const globalIPv6 = listOf('ipv6', ['2000::/3'])

/** IANA's registry of special-purpose IPv6 addresses within them. */
const specialIPv6 = listOf('ipv6', [
  '2001::/23', // protocol assignments, with Teredo (RFC 4380), benchmarks and ORCHID, RFC 2928
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4, whose relay leads to the IPv4 address within, RFC 3056
  '2620:4f:8000::/48', // AS112, RFC 7534
  '3fff::/20', // documentation, RFC 9637
  '3ffe::/16', // the former 6bone, RFC 3701
])

/** Addresses that name an IPv4 address in their last 32 bits and lead there: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052). */
const carriers = listOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96'])

/** The IPv4 address in the last 32 bits of an IPv6 address. */
const lastIPv4 = (address: string): string => {
  // The parser of URLs writes every IPv6 address in groups of hexadecimal digits, those of zeros left out once.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(/::?/)
  const [high = 0, low = 0] = groups.slice(-2).map(group => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const isPublicIPv6 = (address: string): boolean => {
  // A zone is of one machine's own links (RFC 4007).
  if (address.includes('%')) return false
  if (carriers.check(address, 'ipv6')) return !specialIPv4.check(lastIPv4(address), 'ipv4')
  return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
}

/** Whether an address is anybody's on the internet: not this machine, a network of one's own, or a cloud's own service. */
export const isPublic = (address: string): boolean =>
  isIPv6(address) ? isPublicIPv6(address) : !specialIPv4.check(address, 'ipv4')

/**
 * A look-up for connections that fails with `ERR_PRIVATE_ADDRESS` when any address of a name is not public, unless the name
 * is one of `privateHosts` or this machine's own. A numeric address in a URL is not looked up: the operator
 * wrote it on purpose.
 */
export const publicLookup =
  (privateHosts: readonly string[], resolve: LookupFunction = lookUp): LookupFunction =>
  (host, options, done) =>
    resolve(host, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const mayBeAny = privateHosts.includes(host) || isLoopback(host)
      if (error !== null || mayBeAny || addresses.every(isPublic)) done(error, found, family)
      else
        done(
          Object.assign(new Error('a name leads to a private address'), { code: 'ERR_PRIVATE_ADDRESS' }),
          [],
        )
    })

/** Whether a host of an address, as `URL.hostname` gives it, is this machine by name or number. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Whether what is sent to an address is read by nobody on the way: https, or this machine itself. */
export const isConfidential = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
