import { lookup as lookUp } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import { isLoopback } from './confidential-url.ts'

/**
 * Which addresses a provider's name may lead to (OWASP ASVS 5.0 section 13.2.4; security-reliability threat T22). They are
 * judged as they are connected to, so a name that leads elsewhere from one question to the next is judged each time.
 */

/** Not reachable from the whole of the internet: IANA's registries of special-purpose addresses (RFC 6890), and multicast. */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  special.addSubnet(network, bits, 'ipv6')

/** Whether an address is anybody's on the internet: not this machine, a network of one's own, or a cloud's own service. */
export const isPublic = (address: string): boolean =>
  !special.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * A look-up for connections that fails with `ERR_PRIVATE_ADDRESS` when any address of a name is not public, unless the name
 * is one of `privateHosts` or this machine's own. An address that stands in a URL itself is not looked up: whoever wrote
 * it there meant it.
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
