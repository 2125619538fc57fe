/** The filters of the page History, which stand in its address. */
export interface HistorySearch {
  person?: string
  /** The id, the label or the last characters of a key. */
  key?: string
  layer?: HistoryLayer
  agent?: string
  group?: string
  kind?: string
  from?: string
  to?: string
}

export const historyLayers = [
  { value: 'org', label: 'Organization' },
  { value: 'group', label: 'Groups' },
  { value: 'agent', label: 'Agents' },
] as const
type HistoryLayer = (typeof historyLayers)[number]['value']

const names = ['person', 'key', 'layer', 'agent', 'group', 'kind', 'from', 'to'] as const

/** Reads the filters of an address; others are left out. */
export function historySearch(search: Record<string, unknown>): HistorySearch {
  const texts = names.flatMap((name) => {
    const value = typeof search[name] === 'number' ? String(search[name]) : search[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  const { layer, ...filters } = Object.fromEntries(texts)
  const known = historyLayers.find(({ value }) => value === layer)
  return { ...filters, ...(known && { layer: known.value }) }
}
