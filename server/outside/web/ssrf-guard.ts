import type { LookupAddress } from 'node:dns'
import { lookup as lookupName } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Blocks requests of users and remote pages to the operator's own network: checks a URL by its text alone, and the
 * addresses of its name when connecting (docs/explanation/decisions/009).
 */

/** A host of the operator's own network that is allowed anyway; on any port if none is given. */
export interface AllowedHost {
  hostname: string
  port: string | null
}

/**
 * The reason why an address may not be requested; the message continues a sentence after the
 * address's or the field's name.
 */
export class AddressRefusal extends Error {}

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const resolveName: Resolve = (hostname) => lookupName(hostname, { all: true })

export interface UrlGuard {
  /** @throws AddressRefusal for an address that no service should request, in any spelling. */
  parse(address: string): URL
  /** Whether the operator listed the host: then it may be anywhere. */
  isAllowed(url: URL): boolean
  /** Resolves names for connecting. It returns exactly the addresses that it has checked. */
  lookup: LookupFunction
}

export function newUrlGuard(allowed: AllowedHost[], resolve: Resolve = resolveName): UrlGuard {
  const isAllowed = (url: URL) =>
    allowed.some(({ hostname, port }) => hostname === bareName(url) && (port === null || port === portOf(url)))
  return {
    isAllowed,
    parse(address) {
      if (!URL.canParse(address)) throw new AddressRefusal('must be a URL like https://example.com/feed.xml')
      const url = new URL(address)
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        throw new AddressRefusal('must be a URL that starts with https:// or http://')
      }
      if (url.username || url.password) throw new AddressRefusal('must not contain a user name or a password')
      if (!isAllowed(url)) requirePublicName(bareName(url))
      url.hash = ''
      return url
    },
    lookup(hostname, { all }, callback) {
      judged(hostname, resolve).then(
        (addresses) => {
          const [first] = addresses
          return all ? callback(null, addresses) : callback(null, first!.address, first!.family)
        },
        (error) => callback(error, []),
      )
    },
  }
}

/** One private address among several is enough to refuse: the one used for connecting would be chance. */
async function judged(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname)
  for (const { address } of addresses) requirePublicAddress(address)
  if (addresses.length === 0) throw new Error(`${hostname} has no IP address`)
  return addresses
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

/** A name with a dot at its end is the same name. */
const bareName = ({ hostname }: URL) => hostname.replace(/(?<!\.)\.+$/, '')

/** Names that mean this machine or its network wherever they are resolved, including those of metadata services. */
const privateNames = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/

function requirePublicName(hostname: string): void {
  // The URL parser has normalized numeric addresses, however they were spelled.
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal)) requirePublicAddress(literal)
  else if (privateNames.test(hostname) || !hostname.includes('.')) throw privateNetwork()
}

/** @throws AddressRefusal unless the address is a single public host. */
function requirePublicAddress(text: string): void {
  if (!isPublic(ipaddr.parse(text))) throw privateNetwork()
}

const privateNetwork = () => new AddressRefusal('must not point to a private network')

type Network = ReturnType<typeof ipaddr.parseCIDR>

const globalUnicast = ipaddr.parseCIDR('2000::/3')
const translated = ipaddr.parseCIDR('64:ff9b::/96')
/** Addresses that `range()` classifies as public: protocol assignments, documentation, and Azure's metadata service. */
const reserved: Network[] = ['2001::/23', '2001:db8::/32', '3fff::/20', '168.63.129.16/32'].map((network) =>
  ipaddr.parseCIDR(network),
)

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.kind() === 'ipv6') {
    const v6 = address as ipaddr.IPv6
    if (v6.isIPv4MappedAddress()) return isPublic(v6.toIPv4Address())
    // Where IPv4 is reached only by translation, every name of it resolves to such an address.
    if (v6.match(translated)) return isPublic(ipaddr.fromByteArray(v6.toByteArray().slice(-4)))
    if (!v6.match(globalUnicast)) return false
  }
  if (address.range() !== 'unicast') return false
  return !reserved.some((network) => network[0].kind() === address.kind() && address.match(network))
}
