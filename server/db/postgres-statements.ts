import pg from 'pg'

/** Statements with more parameters than this differ in length from call to call and are not worth a name. */
const maxNamedParameters = 40
const maxNamedStatements = 500

/** What the server allows one connection, in milliseconds. */
export interface Timeouts {
  statementMs: number
  /** Waiting for a lock that someone else holds. */
  lockMs: number
  /** Doing nothing within a transaction: a replica that froze must not keep its locks. */
  idleInTransactionMs: number
}

/** How the pool sends statements to the server. */
export interface Statements {
  query(text: string, values: unknown[]): pg.QueryConfig
  /** Prepares all statements again, under new names; called with the name of one whose plan the server refused. */
  prepareAgain(name: string): void
}

/**
 * Gives each statement text a name, so that the server parses and plans it once per connection. Only a bounded number:
 * lists of varying length would otherwise grow every connection's memory.
 */
export function preparedStatements(): Statements {
  let names = new Map<string, string>()
  let round = 0
  const nameOf = (text: string, parameterCount: number) => {
    const known = names.get(text)
    if (known || parameterCount > maxNamedParameters || names.size >= maxNamedStatements) return known
    // How often the words of a search occur decides how it is best done, so the server must plan it with them.
    if (text.includes('fold_text(')) return undefined
    const name = `s${round}_${names.size}`
    names.set(text, name)
    return name
  }
  return {
    query: (text, values) => ({ text, values, name: nameOf(text, values.length) }),
    prepareAgain(name) {
      // Several connections meet the same migration.
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

/** Whether the error says that an earlier one failed the transaction. */
export const isTransactionOver = (error: unknown) => error instanceof pg.DatabaseError && error.code === '25P02'

/**
 * A migration changed the columns of a prepared `select *`, as the first new replica of a rolling deploy does. The server
 * refuses the statement until its connection ends. The message is in the server's language, so the routine tells.
 */
export const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
