import ipaddr from 'ipaddr.js'

/**
 * Matches an address with a port, which some proxies add and which differs for each connection: `203.0.113.7:4711`,
 * `[2001:db8::1]:4711`.
 */
const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([^\]]+)\])(?::\d+)?$/

function parse(text: string) {
  const bare = withPort.exec(text)
  const address = bare?.[1] ?? bare?.[2] ?? text
  // Converts an IPv4 address in IPv6 notation (::ffff:203.0.113.7) back to IPv4.
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined
}

/**
 * Returns an address in its shortest spelling, without port and zone. Any other text is returned unchanged, up to 64
 * characters.
 */
export function plainIp(text: string): string {
  const address = parse(text)
  return address ? address.toString().replace(/%.*/, '') : text.slice(0, 64)
}

/**
 * Returns the network that limits and logins count as one address: an IPv4 address, or the /64 of an IPv6 address,
 * since a single host owns all of it (behavior: Rate limits).
 */
export function networkOf(text: string): string {
  const address = parse(text)
  if (!(address instanceof ipaddr.IPv6)) return plainIp(text)
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Whether a host of a URL is this machine itself. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
