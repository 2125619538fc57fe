import type { IncomingMessage } from 'node:http'
import { wantsDashboard } from '../answers/dashboard.ts'

/** The router cannot decode it, so it is answered by `answerBadAddress`, whatever else could have read the client's. */
const refused = '/%'

/**
 * Whether the path of an address holds a backslash, which some parsers of addresses read as a slash. Browsers never send
 * one in a path, and leave it as it is in a query.
 */
export const hasBackslash = (address: string): boolean => /^[^?#]*\\/.test(address)

/**
 * The address that is routed. `/api/x` is `/api/v1/x`, so that limits and routes exist once. All addresses of the
 * dashboard are one page, which reads the address itself (behavior: Addresses).
 */
export function routedAddress(request: IncomingMessage): string {
  const address = request.url ?? '/'
  if (hasBackslash(address)) return refused
  if (wantsDashboard(request)) return '/'
  return /^\/api(?!\/v1(\/|\?|$))(?=\/|$)/.test(address) ? `/api/v1${address.slice(4)}` : address
}
