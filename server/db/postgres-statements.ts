import pg from 'pg'

/** Statements with more parameters than this differ in length from call to call and are not worth naming. */
const maxNamedParameters = 40
const maxNamedStatements = 500

/** The server's timeouts for one connection, in milliseconds. */
export interface Timeouts {
  statementMs: number
  /** For waiting for a lock that another transaction holds. */
  lockMs: number
  /** For being idle within a transaction: a replica that froze must not keep its locks. */
  idleInTransactionMs: number
}

/** Defines how the pool sends statements to the server. */
export interface Statements {
  query(text: string, values: unknown[]): pg.QueryConfig
  /** Prepares all statements again, under new names; called with the name of one whose plan the server refused. */
  prepareAgain(name: string): void
}

/**
 * Names each statement text, so that the server parses and plans it once per connection. The number of names is
 * limited: lists of varying length would otherwise grow every connection's memory.
 */
export function preparedStatements(): Statements {
  let names = new Map<string, string>()
  let round = 0
  const nameOf = (text: string, parameterCount: number) => {
    const known = names.get(text)
    if (known || parameterCount > maxNamedParameters || names.size >= maxNamedStatements) return known
    // The best plan of a search depends on how frequent its words are, so the server must plan it with them.
    if (text.includes('fold_text(')) return undefined
    const name = `s${round}_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    query: (text, values) => ({ text, values, name: nameOf(text, values.length) }),
    prepareAgain(name) {
      // Several connections run into the same migration.
      if (!name.startsWith(`s${round}_`)) return
      names = new Map()
      round += 1
    },
  }
}

/** Sets the timeouts together with the beginning of each transaction, which costs no round trip. */
export function plainStatements(timeouts: Timeouts): Statements {
  const settings =
    `set local statement_timeout = ${timeouts.statementMs}; set local lock_timeout = ${timeouts.lockMs}; ` +
    `set local idle_in_transaction_session_timeout = ${timeouts.idleInTransactionMs}`
  return {
    query: (text, values) =>
      /^(begin|start transaction)\b/.test(text) ? { text: `${text}; ${settings}` } : { text, values },
    prepareAgain() {},
  }
}

/** Whether the error means that an earlier one failed the transaction. */
export const isTransactionOver = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'

/**
 * Whether a migration changed the columns of a prepared `select *`, as the first new replica of a rolling deployment
 * does. The server then refuses the statement until its connection ends. The message is in the server's language, so
 * the routine is checked.
 */
export const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
