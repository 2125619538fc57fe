import {
  AliasNode,
  ColumnNode,
  type CompiledQuery,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  SelectAllNode,
  TableNode,
  UpdateQueryNode,
  type ValueListNode,
  ValueNode,
  ValuesNode,
  type WhereNode,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { auditedTables } from './audited-tables.ts'
import type { Row } from './entry.ts'

/** A write to an audited table, read from the query that makes it. */
export type AuditedWrite = { table: keyof Tables; returnsRows: boolean } & (
  | { kind: 'insert'; node: InsertQueryNode | undefined }
  | { kind: 'update' | 'delete'; where: WhereNode | undefined }
)

/** A statement in SQL that inserts rows into an audited table and returns all their columns. */
export type InsertInSql = CompiledQuery & { insertsInto?: keyof Tables }

/** Returns the audited write of a query; undefined for reads, exempt tables, and updates of ignored columns alone. */
export function writeOf({ query, insertsInto }: InsertInSql): AuditedWrite | undefined {
  if (insertsInto) return { kind: 'insert', table: insertsInto, returnsRows: true, node: undefined }
  if (InsertQueryNode.is(query)) {
    const table = auditedName(query.into)
    return table && { kind: 'insert', table, returnsRows: returnsAll(query), node: query }
  }
  if (UpdateQueryNode.is(query)) {
    const table = auditedName(query.table)
    if (!table || (query.updates ?? []).every(({ column }) => isIgnored(table, column))) return undefined
    return { kind: 'update', table, returnsRows: returnsAll(query), where: query.where }
  }
  if (DeleteQueryNode.is(query)) {
    const table = auditedName(query.from.froms[0])
    return table && { kind: 'delete', table, returnsRows: false, where: query.where }
  }
  return undefined
}

function auditedName(node: OperationNode | undefined): keyof Tables | undefined {
  const target = node && AliasNode.is(node) ? node.node : node
  const name = target && TableNode.is(target) ? target.table.identifier.name : undefined
  return name !== undefined && auditedTables.has(name) ? (name as keyof Tables) : undefined
}

const isIgnored = (table: string, column: OperationNode) =>
  ColumnNode.is(column) && auditedTables.get(table)!.ignored.includes(column.column.name)

const returnsAll = ({ returning }: InsertQueryNode | UpdateQueryNode): boolean =>
  returning?.selections.some(({ selection }) => SelectAllNode.is(selection)) ?? false

/** Returns these columns of the rows that an insert states. @throws Error where they are not plain values */
export function insertedValues({ columns = [], values, into }: InsertQueryNode, names: readonly string[]): Row[] {
  const positions = names.map((name) => columns.findIndex(({ column }) => column.name === name))
  if (values === undefined || !ValuesNode.is(values) || positions.includes(-1))
    throw new Error(
      `An insert into ${into?.table.identifier.name} must state ${names} of its rows, or return all columns`,
    )
  return values.values.map((item) =>
    Object.fromEntries(
      names.map((name, at) => {
        const position = positions[at]!
        if (PrimitiveValueListNode.is(item)) return [name, item.values[position]]
        const value = (item as ValueListNode).values[position]!
        if (!ValueNode.is(value)) throw new Error(`An insert must state ${name} as a value`)
        return [name, value.value]
      }),
    ),
  )
}
