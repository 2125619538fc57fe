import { noUsage, type Usage } from '#core/domain/requests/quotas.ts'
import type { Change, Row } from './entry.ts'

/** The tables that count, with what a row of each adds. */
export const countedTables = {
  items: 'items',
  agents: 'agents',
  content_items: 'bytes',
  messages: 'bytes',
} as const satisfies Record<string, keyof Usage>
export type CountedTable = keyof typeof countedTables

export const isCounted = (table: string): table is CountedTable => Object.hasOwn(countedTables, table)

/** The tables whose rows go with a deleted record, and the column with its id. Conversations go with organizations only. */
export const rowsThatGoWith: Record<string, { tables: readonly CountedTable[]; column: 'agent_id' | 'group_id' }> = {
  agents: { tables: ['items', 'content_items'], column: 'agent_id' },
  groups: { tables: ['items'], column: 'group_id' },
}

/** Returns 1, or the bytes of the row's text. */
export const sizeOf = (table: CountedTable, { content }: Row): number =>
  countedTables[table] === 'bytes' ? Buffer.byteLength(String(content)) : 1

/** By how much a transaction changes what organizations store. */
export class UsageChanges {
  readonly #byOrganization = new Map<string, Usage>()

  add(orgId: unknown, table: CountedTable, size: number): void {
    const change = this.of(String(orgId))
    change[countedTables[table]] += size
    this.#byOrganization.set(String(orgId), change)
  }

  addChanges(changes: readonly Change[]): void {
    for (const { table, before, after } of changes) {
      if (!isCounted(table)) continue
      const size = (after ? sizeOf(table, after) : 0) - (before ? sizeOf(table, before) : 0)
      this.add((after ?? before)!.org_id, table, size)
    }
  }

  of(orgId: string): Usage {
    return this.#byOrganization.get(orgId) ?? { ...noUsage }
  }

  organizations(): string[] {
    return [...this.#byOrganization.keys()]
  }
}
