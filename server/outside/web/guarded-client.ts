import { badRequest } from '#core/base/errors.ts'
import { AddressRefusal, type UrlGuard } from './ssrf-guard.ts'

/** The HTTP client and its connections, for one timeout. Loaded when first needed: it takes as long as a tenth of the start. */
export async function newClient(guard: UrlGuard, timeoutMs: number) {
  const { Agent, fetch } = await import('undici')
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  return {
    fetch,
    guarded: new Agent({ ...timeouts, connect: { lookup: guard.lookup, timeout: timeoutMs } }),
    open: new Agent({ ...timeouts, connect: { timeout: timeoutMs } }),
  }
}

export type Client = Awaited<ReturnType<typeof newClient>>

/** Returns the normalized address. @throws 400 naming the field when the service may not request it. */
export function checkAddress(guard: UrlGuard, address: string, field: string): string {
  try {
    return guard.parse(address).href
  } catch (error) {
    throw error instanceof AddressRefusal ? badRequest(`${field} ${error.message}`) : error
  }
}
