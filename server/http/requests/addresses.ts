import type { IncomingMessage } from 'node:http'
import { wantsDashboard } from '../answers/dashboard.ts'

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
