import { isWriting } from './client.ts'
import { queryClient } from './queries.ts'

/** Shows changes of others without a reload: the service tells by server-sent events when an audit log grows. */

const address = '/api/v1/audit-log/heads'

/** At most one refresh in this time, in milliseconds: agents may write many times a second. */
const refreshMs = 2000
/** When to connect again after a refusal, such as a 429, in milliseconds; the browser itself repeats lost connections. */
const retryMs = 60_000

/** Queries that no entry of an audit log concerns, or that poll by themselves. */
const unaffected = new Set<unknown>(['session', 'auth-options', 'invitation', 'jobs'])

/** The last known head of each organization: also of the time in which the window was hidden. */
const heads = new Map<string, number>()
let source: EventSource | undefined
let waiting: ReturnType<typeof setTimeout> | undefined
let connecting: ReturnType<typeof setTimeout> | undefined

/**
 * Follows changes while the window is visible: hidden windows need no connection, of which browsers allow few.
 *
 * @returns a function that stops following.
 */
export function followChanges(): () => void {
  document.addEventListener('visibilitychange', connectIfVisible)
  connectIfVisible()
  return () => {
    document.removeEventListener('visibilitychange', connectIfVisible)
    disconnect()
  }
}

function connectIfVisible() {
  disconnect()
  if (document.visibilityState === 'visible') connect()
}

function connect() {
  source = new EventSource(address)
  source.onmessage = ({ data }) => compare(JSON.parse(data).data)
  source.onerror = () => {
    if (source?.readyState === EventSource.CLOSED) connecting = setTimeout(connectIfVisible, retryMs)
  }
}

function disconnect() {
  source?.close()
  clearTimeout(connecting)
}

function compare(current: { org_id: string; seq: number }[]) {
  const moved = current.filter(({ org_id, seq }) => seq !== (heads.get(org_id) ?? seq))
  for (const { org_id, seq } of current) heads.set(org_id, seq)
  if (moved.length > 0) waiting ??= setTimeout(refresh, refreshMs)
}

/** How many gestures a refresh would disturb at this moment, such as rows that are being dragged. */
let gestures = 0

/**
 * Holds refreshes back during a gesture; changes of others appear after it.
 *
 * @returns a function that ends the gesture.
 */
export function holdRefreshes(): () => void {
  gestures += 1
  return () => {
    gestures -= 1
  }
}

function refresh() {
  waiting = isWriting() || gestures > 0 ? setTimeout(refresh, refreshMs) : undefined
  if (waiting) return
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => !unaffected.has(queryKey[0]) })
}
