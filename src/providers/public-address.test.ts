import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHttpCall } from './http-call.ts'
import { isPublic, publicLookup } from './public-address.ts'
import { s3Storage } from './storage/s3.ts'

test.each([
  ['8.8.8.8', true],
  ['9.255.255.255', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['192.167.255.255', true],
  ['223.255.255.255', true],
  ['2606:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:a9fe:a9fe', false],
  ['::ffff:0:0', false],
  ['::FFFF:10.0.0.1', false],
  ['0:0:0:0:0:ffff:0a00:0001', false],
  // NAT64 maps to the IPv4 address in its last 32 bits (RFC 6052); the mapping of its local prefix is unknown (RFC 8215).
  ['64:ff9b::8.8.8.8', true],
  ['64:ff9b::808:808', true],
  ['64:ff9b::127.0.0.1', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['64:ff9b::', false],
  ['64:ff9b:1::8.8.8.8', false],
  ['64:ff9b:1:ffff::1', false],
  // 6to4, Teredo, and IPv4-compatible addresses (RFC 3056, 4380, 4291).
  ['2002:7f00:1::', false],
  ['2002:808:808::1', false],
  ['2001::1', false],
  ['2001:0:53aa:64c:0:fbfe:f5ff:fffe', false],
  ['::127.0.0.1', false],
  ['::8.8.8.8', false],
  ['::2', false],
  // Local and special ones (RFC 3879, 4193, 6666, 2928, 3849, 9637, 9602), and unassigned ones.
  ['fec0::1', false],
  ['feff::1', false],
  ['fc00::1', false],
  ['fe80::1%eth0', false],
  ['100::1', false],
  ['100:0:0:1::1', false],
  ['5f00::1', false],
  ['2001:2::1', false],
  ['2001:1ff:ffff::1', false],
  ['2001:200::1', true],
  ['2001:4860:4860::8888', true],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['3fff:1000::1', true],
  ['4000::1', false],
  ['1::1', false],
  // IPv4: documentation and the relays of 6to4 (RFC 5737, 7526).
  ['192.0.0.8', false],
  ['192.0.2.1', false],
  ['192.88.99.1', false],
  ['198.51.100.1', false],
  ['203.0.113.255', false],
  ['203.0.114.1', true],
  ['240.0.0.1', false],
])('%s is a public address: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

describe('a provider’s name', () => {
  let server: Server
  let port = 0
  let requests: (string | undefined)[] = []
  beforeAll(async () => {
    server = createServer((request, answer) => {
      requests.push(request.headers.host)
      answer.setHeader('connection', 'close').end('answered')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const at: AddressInfo | string | null = server.address()
    port = at !== null && typeof at === 'object' ? at.port : 0
  })
  beforeEach(() => {
    requests = []
  })
  afterAll(() => server.close())

  /** A name server that resolves every name to one list of addresses after the other, then always to the last. */
  const leadingTo = (...lists: string[][]): LookupFunction => {
    let lookups = 0
    return (_host, { all }, done) => {
      const list = lists[Math.min(lookups++, lists.length - 1)] ?? []
      if (all === true)
        done(
          null,
          list.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      else done(null, list[0] ?? '', 4)
    }
  }
  const callOf = (lookup: LookupFunction) => {
    const call = createHttpCall(lookup)
    return async (host: string) => {
      const url = new URL(`http://${host}:${port}/pull`)
      return (await call({ method: 'GET', url, headers: {}, timeoutMs: 5_000, maxBytes: 100 })).kind
    }
  }

  test.each([
    ['this machine', ['127.0.0.1']],
    ['a network of one’s own', ['10.0.0.7']],
    ['a cloud’s own service', ['169.254.169.254']],
    ['a public address and this machine', ['8.8.8.8', '127.0.0.1']],
  ])('that resolves to %s is not called', async (_to, addresses) => {
    const call = callOf(publicLookup([], leadingTo(addresses)))
    expect([await call('bridge.example'), requests]).toEqual(['unsent', []])
  })

  test('only the named server is called', async () => {
    const call = callOf(publicLookup(['bridge.example'], leadingTo(['127.0.0.1'])))
    expect(await call('bridge.example')).toBe('answer')
    expect(await call('other.bridge.example')).toBe('unsent')
    expect(requests).toEqual([`bridge.example:${port}`])
  })

  test('that is this machine’s own, or a numeric address, is called', async () => {
    const call = callOf(publicLookup([], leadingTo(['127.0.0.1'])))
    expect([await call('localhost'), await call('127.0.0.1')]).toEqual(['answer', 'answer'])
  })

  test('is checked for every connection by its address', async () => {
    const lookup = publicLookup([], leadingTo(['8.8.8.8'], ['127.0.0.1']))
    const found = () =>
      new Promise(resolve =>
        lookup('bridge.example', {}, (error, address) => resolve(error?.code ?? address)),
      )
    expect([await found(), await found()]).toEqual(['8.8.8.8', 'ERR_PRIVATE_ADDRESS'])
    expect([await callOf(lookup)('bridge.example'), requests]).toEqual(['unsent', []])
  })

  test('of a bucket is checked too', async () => {
    const settings = {
      bucket: 'letters',
      endpoint: new URL(`http://bucket.example:${port}`),
      region: 'us-east-1',
      keys: { accessKeyId: 'a', secretAccessKey: 'b' },
    }
    const get = (hosts: string[]) =>
      s3Storage(settings, { lookup: publicLookup(hosts, leadingTo(['127.0.0.1'])) }).get('0'.repeat(32))
    await expect(get([])).rejects.toMatchObject({ code: 'ERR_PRIVATE_ADDRESS' })
    expect(requests).toEqual([])
    await get(['bucket.example'])
    expect(requests).toEqual([`bucket.example:${port}`])
  })
})
