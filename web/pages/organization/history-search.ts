/** The filters of the page History, which stand in its address. */
export interface HistorySearch {
  actor?: string
  action?: string
  agent?: string
  from?: string
  to?: string
}

/** Reads the filters of an address. */
export function historySearch(search: Record<string, unknown>): HistorySearch {
  const texts = ['actor', 'action', 'agent', 'from', 'to'].filter((name) => typeof search[name] === 'string')
  return Object.fromEntries(texts.map((name) => [name, search[name]]))
}
