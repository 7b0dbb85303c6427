import { lookup as lookUp } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/**
 * Which addresses a provider's name may resolve to (OWASP ASVS 5.0 section 13.2.4). They are checked for each connection,
 * so a name that resolves differently the next time is checked again.
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

/** The only IPv6 addresses that IANA assigns as global unicast (RFC 4291 section 2.4), including the special ones below. */
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

/** Addresses that map to the IPv4 address in their last 32 bits: IPv4-mapped (RFC 4291) and NAT64 (RFC 6052). */
const carriers = listOf('ipv6', ['::ffff:0:0/96', '64:ff9b::/96'])

/** The IPv4 address in the last 32 bits of an IPv6 address. */
const lastIPv4 = (address: string): string => {
  // The URL parser normalizes every IPv6 address to hexadecimal groups, with one run of zeros omitted.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(/::?/)
  const [high = 0, low = 0] = groups.slice(-2).map(group => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const isPublicIPv6 = (address: string): boolean => {
  // A zone belongs to a machine's own links (RFC 4007).
  if (address.includes('%')) return false
  if (carriers.check(address, 'ipv6')) return !specialIPv4.check(lastIPv4(address), 'ipv4')
  return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
}

/** Whether an address is public: not this machine, a private network, or a cloud's internal service. */
export const isPublic = (address: string): boolean =>
  isIPv6(address) ? isPublicIPv6(address) : !specialIPv4.check(address, 'ipv4')

/**
 * A DNS lookup for connections that fails with `ERR_PRIVATE_ADDRESS` when any address of a name is not public, unless the
 * name is one of `privateHosts` or this machine's own. A numeric address in a URL is not looked up: the operator configured
 * it on purpose.
 */
export const publicLookup =
  (privateHosts: readonly string[], resolve: LookupFunction = lookUp): LookupFunction =>
  (host, options, done) =>
    resolve(host, options, (error, found, family) => {
      if (error !== null || privateHosts.includes(host) || isLoopback(host)) return done(error, found, family)
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address)
      if (addresses.every(isPublic)) return done(null, found, family)
      done(Object.assign(new Error('a name leads to a private address'), { code: 'ERR_PRIVATE_ADDRESS' }), [])
    })

/** Whether a host, as in `URL.hostname`, is this machine by name or number. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Whether traffic to a URL is confidential: https, or this machine itself. */
export const isConfidential = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
