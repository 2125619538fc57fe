import { type AppError, badRequest, type ConflictCode, conflict, requestRunning } from '#core/base/errors.ts'
import { isRolledBack } from './repeated-transactions.ts'

/**
 * Explains the violation of each unique constraint to the caller. The database decides races; no verb checks before it
 * inserts. PostgreSQL reports the constraint's name, SQLite the columns (or the index, if it is on expressions).
 */
const conflicts: { constraint: string; columns: string; message: string; code?: ConflictCode }[] = [
  { constraint: 'users_one_email', columns: 'users.email', message: 'This email is already in use' },
  {
    constraint: 'organizations_one_slug',
    columns: 'organizations.slug',
    message: 'This organization slug is already in use',
  },
  {
    constraint: 'members_one_membership',
    columns: 'members.org_id, members.user_id',
    message: 'This account is already a member of the organization',
  },
  {
    constraint: 'agents_one_slug',
    columns: 'agents.org_id, agents.slug',
    message: 'This agent slug is already in use in the organization',
  },
  {
    constraint: 'items_one_statement_per_owner',
    columns: 'items.org_id, items.owner_id, items.kind, items.category, items.statement_hash',
    message: 'This statement already exists here in the same category',
    code: 'duplicate_statement',
  },
  {
    constraint: 'overrides_one_per_item',
    columns: 'overrides.org_id, overrides.agent_id, overrides.source_id',
    message: 'This agent already overrides the item that sourceId names',
  },
  {
    constraint: 'models_one_per_provider',
    columns: 'models.org_id, models.provider, models.model_id',
    message: 'A model with this provider and modelId already exists',
  },
  {
    constraint: 'environments_one_slug',
    columns: 'environments.org_id, environments.slug',
    message: 'An environment with this slug already exists',
  },
  {
    constraint: 'environment_models_one_link',
    columns: 'environment_models.org_id, environment_models.environment_id, environment_models.model_id',
    message: 'This model is already linked to the environment',
  },
  {
    constraint: 'agent_models_one_per_tier',
    columns: "index 'agent_models_one_per_tier'",
    message: 'This agent already has a model for this environment and tier',
  },
]

const uniqueViolation = { postgres: '23505', sqlite: /^UNIQUE constraint failed: (.*)$/ }
const foreignKeyViolation = { postgres: '23503', sqlite: /^FOREIGN KEY constraint failed$/ }

/**
 * Turns a violated constraint into the 409 that the specification defines, and a reference to a record that was deleted
 * concurrently into a 400; undefined for any other error.
 */
export function conflictOf(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (isRolledBack(error))
    return conflict('Another request changed this at the same time; try again', 'changed_meanwhile')
  const columns = uniqueViolation.sqlite.exec(error.message)?.[1]
  if (code === uniqueViolation.postgres || columns) {
    if (constraint === 'first_answers_pkey' || columns === 'first_answers.id') return requestRunning()
    const known = conflicts.find((known) => known.constraint === constraint || known.columns === columns)
    return known && conflict(known.message, known.code ?? 'already_exists')
  }
  if (code === foreignKeyViolation.postgres || foreignKeyViolation.sqlite.test(error.message)) {
    return badRequest('Something that this request refers to was deleted meanwhile; read it again and retry')
  }
  return undefined
}
