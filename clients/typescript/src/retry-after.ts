/** The longest wait that the service may ask for before a request is sent again. */
const longestWaitMs = 60_000

/** How long a response asks to wait, in milliseconds: `Retry-After` holds seconds, or a date. */
export function retryAfterMs(response: Response | undefined): number | undefined {
  const header = response?.headers.get('Retry-After')
  if (!header) return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestWaitMs)
}
