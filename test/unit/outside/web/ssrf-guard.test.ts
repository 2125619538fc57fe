import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AddressRefusal, newUrlGuard } from '../../../../server/outside/web/ssrf-guard.ts'

const guard = newUrlGuard([])

/** The result of `lookup` for a name with these addresses. */
const connectTo = (addresses: string[], hostname = 'feed.example.com') =>
  new Promise((resolve, reject) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    newUrlGuard([], async () => found).lookup(hostname, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    )
  })

describe('an address that no service should ask is refused:', () => {
  test.each([
    // Loopback, however IPv4 is spelled.
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://127.000.000.001/',
    'http://%31%32%37.0.0.1/',
    'http://１２７.０.０.１/',
    'http://①②⑦.0.0.1/',
    'http://127。0。0。1/',
    'http:127.0.0.1',
    'http:\\\\127.0.0.1\\x',
    'http://127.255.255.254/',
    // This network, private ones, carrier-grade NAT, link-local.
    'http://0/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://0300.0250.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    // Metadata services elsewhere.
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://METADATA.google.internal./',
    'http://metadata/',
    // Multicast, broadcast, reserved, documentation, benchmarks.
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://240.0.0.1/',
    'http://192.0.2.1/',
    'http://198.51.100.1/',
    'http://203.0.113.1/',
    'http://198.18.0.1/',
    // IPv6, and IPv4 within it.
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b:1::10.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[100::1]/',
    // Names of this machine and of private networks.
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://localhost.localdomain/',
    'http://printer.local/',
    'http://wiki.corp.internal/',
    'http://router.lan/',
    'http://nas.home.arpa/',
    'http://intranet/',
    // Other schemes, credentials, and malformed addresses.
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/xml,<rss/>',
    'gopher://127.0.0.1/',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://example.com@127.0.0.1/',
    '//example.com/',
    'example.com',
    'https://',
    'https://exa mple.com/',
    '',
  ])('%s', (address) => {
    expect(() => guard.parse(address)).toThrow(AddressRefusal)
  })
})

describe('an address of the internet is taken:', () => {
  test.each([
    ['https://example.com/feed.xml?a=1#part', 'https://example.com/feed.xml?a=1'],
    ['http://Example.COM:8080/', 'http://example.com:8080/'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://172.32.0.1/', 'https://172.32.0.1/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://[64:ff9b::8.8.8.8]/', 'https://[64:ff9b::808:808]/'],
    ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://10.0.0.1.nip.example/', 'https://10.0.0.1.nip.example/'],
  ])('%s', (address, href) => {
    expect(guard.parse(address).href).toBe(href)
  })
})

test('no spelling of a private IPv4 address passes', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const privates = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  )
  const radix = fc.constantFrom(
    (value: number) => String(value),
    (value: number) => `0x${value.toString(16)}`,
    (value: number) => `0X00${value.toString(16).toUpperCase()}`,
    (value: number) => `0${value.toString(8)}`,
  )
  const spellings = fc
    .tuple(privates, fc.tuple(radix, radix, radix, radix), fc.integer({ min: 1, max: 4 }), fc.constantFrom('', '.'))
    .map(([bytes, radixes, parts, dot]) => {
      // The last part holds all remaining bytes.
      const last = bytes.slice(parts - 1).reduce((value, each) => value * 256 + each, 0)
      return [...bytes.slice(0, parts - 1), last].map((value, index) => radixes[index]!(value)).join('.') + dot
    })
  fc.assert(
    fc.property(spellings, fc.constantFrom('http', 'https'), fc.constantFrom('', ':8080'), (host, scheme, port) => {
      expect(() => guard.parse(`${scheme}://${host}${port}/x`)).toThrow(AddressRefusal)
    }),
    { numRuns: 500 },
  )
})

test('no IPv6 address that holds a private IPv4 address passes', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const held = fc.tuple(fc.constantFrom('7f00', '0a00', 'c0a8', 'a9fe'), group).map((groups) => groups.join(':'))
  const forms = held.chain((v4) =>
    fc.constantFrom(`::ffff:${v4}`, `::${v4}`, `64:ff9b::${v4}`, `64:ff9b:1::${v4}`, `2002:${v4}::1`, `::ffff:0:${v4}`),
  )
  fc.assert(
    fc.property(forms, (address) => {
      expect(() => guard.parse(`http://[${address}]/`)).toThrow(AddressRefusal)
    }),
  )
})

describe('connecting', () => {
  test('goes to the very addresses that were judged', async () => {
    expect(await connectTo(['93.184.215.14', '2606:4700::1'])).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ])
  })

  test.each([
    [['127.0.0.1']],
    [['93.184.215.14', '10.0.0.1']],
    [['::1', '93.184.215.14']],
    [['::ffff:169.254.169.254']],
    [['64:ff9b::a9fe:a9fe']],
    [['fe80::1%eth0']],
  ])('refuses a name that resolves to %j', async (addresses) => {
    await expect(connectTo(addresses)).rejects.toThrow(AddressRefusal)
  })

  test('fails for a name without any address', async () => {
    await expect(connectTo([])).rejects.toThrow('has no IP address')
  })
})

describe('hosts that the operator allows', () => {
  const allowing = newUrlGuard([
    { hostname: '127.0.0.1', port: null },
    { hostname: 'feeds.corp.internal', port: '8080' },
    { hostname: '[::1]', port: '443' },
  ])

  test.each(['http://127.0.0.1:9/', 'http://127.1/', 'http://feeds.corp.internal:8080/x', 'https://[::1]/'])(
    '%s may be asked',
    (address) => {
      expect(allowing.isAllowed(allowing.parse(address))).toBe(true)
    },
  )

  test.each([
    'http://127.0.0.2/',
    'http://feeds.corp.internal/',
    'http://feeds.corp.internal:8081/',
    'http://x.feeds.corp.internal:8080/',
    'http://[::1]/',
    'http://user@127.0.0.1/',
    'http://localhost/',
  ])('%s may not', (address) => {
    expect(() => allowing.parse(address)).toThrow(AddressRefusal)
  })
})
