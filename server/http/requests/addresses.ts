import type { IncomingMessage } from 'node:http'

/**
 * Cannot be decoded by the router, so that `answerBadAddress` answers it, however another parser would read the
 * client's address.
 */
const refused = '/%'

/**
 * Whether the path of an address contains a backslash, which some URL parsers read as a slash. Browsers never send one
 * in a path, and leave it unchanged in a query.
 */
export const hasBackslash = (address: string): boolean => /^[^?#]*\\/.test(address)

const notPages = /^\/(api|docs|openapi\.json|healthz|readyz|metrics|avatars|assets|llms\.txt|\.well-known)(?=[/?]|$)/

/**
 * Whether a request asks for a page of the dashboard, as a browser does: every address that is not the service's own is
 * a page, so that deep links open (behavior: Addresses).
 */
export const wantsDashboard = ({ method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true && !notPages.test(url)

/**
 * Returns the address to route. `/api/x` becomes `/api/v1/x`, so that limits and routes exist once. All addresses of
 * the dashboard are one page, which reads the address itself (behavior: Addresses).
 */
export function routedAddress(request: IncomingMessage): string {
  const address = request.url ?? '/'
  if (hasBackslash(address)) return refused
  if (wantsDashboard(request)) return '/'
  return /^\/api(?!\/v1(\/|\?|$))(?=\/|$)/.test(address) ? `/api/v1${address.slice(4)}` : address
}
