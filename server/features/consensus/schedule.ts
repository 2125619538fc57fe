import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#core/base/errors.ts'
import { type Kind, kinds } from '#core/domain/kinds.ts'
import type { Organization, Tables } from '../../db/tables.ts'
import type { Ctx, Deps } from '../../deps.ts'
import { enqueueJob } from '../jobs/jobs.ts'
import { type JobRun, jobContext } from '../jobs/lease.ts'
import { ownerOf } from '../layers/owners.ts'
import { runConsensus } from './consensus.ts'
import type { ConsensusResult } from './report.ts'

/**
 * Runs consensus automatically, for organizations that turned it on: after discovery, nightly, and immediately for a
 * caller with the shared secret. It covers the kinds whose auto-promote setting is on (behavior: Consensus).
 */

/** Enqueues one job for an organization that turned consensus on; called when a discovery ends. */
export async function enqueueConsensusIfAsked(trx: Transaction<Tables>, orgId: string, now: Date): Promise<void> {
  const organization = await asking(trx).where('id', '=', orgId).executeTakeFirst()
  if (organization) await enqueueJob(trx, { type: 'consensus', org_id: orgId }, now)
}

/** Enqueues one job for each organization that turned it on and has 2 agents or more. */
export async function enqueueAllConsensus(trx: Transaction<Tables>, now: Date): Promise<void> {
  for (const { id } of await askingWithAgents(trx).execute()) {
    await enqueueJob(trx, { type: 'consensus', org_id: id }, now)
  }
}

/**
 * Runs consensus now for every organization that turned it on; a failure is a sentence in `errors` (POST
 * /cron/consensus).
 */
export async function runAllConsensus(deps: Deps) {
  const results: ConsensusResult[] = []
  const errors: string[] = []
  for (const { id } of await askingWithAgents(deps.db).execute()) {
    try {
      results.push(await runConsensusAsAsked(jobContext(deps, id), id))
    } catch (error) {
      deps.log.error({ err: error, orgId: id }, 'consensus failed')
      errors.push(`Organization ${id}: ${error instanceof AppError ? error.message : 'Internal error'}`)
    }
  }
  // Omits the details, which quote statements of organizations.
  const { details, ...counts } = sumOf(results)
  return { organizations_processed: results.length, ...counts, errors }
}

/** Runs the job, by the organization's current settings. A retry resumes after the last finished level. */
export async function consensusJob(ctx: Ctx, run: JobRun) {
  const state = run.job.result as ConsensusState | null
  const steps: Steps = {
    state: state ?? undefined,
    onCategory: (done, total) => run.progress('compare', done, total),
    onLevel: (state) => run.keep({ ...state }),
  }
  return { ...(await runConsensusAsAsked(ctx, run.job.org_id, steps)) }
}

/** The state of an interrupted run: its counts so far, and its last finished level. */
interface ConsensusState extends ConsensusResult {
  /** The last finished level: the organization, then its groups in the order of their ids. */
  after: string
}

interface Steps {
  state?: ConsensusState | undefined
  onCategory(done: number, total: number): Promise<void>
  onLevel(state: ConsensusState): Promise<void>
}

/** Runs consensus for the organization first, then for its groups, whose inherited items count as existing. */
async function runConsensusAsAsked(ctx: Ctx, orgId: string, steps?: Steps): Promise<ConsensusResult> {
  const organization = await asking(ctx.db).where('id', '=', orgId).executeTakeFirst()
  if (!organization) return sumOf([])
  const kindsWanted = enabledKinds(organization)
  const groups = await ctx.db
    .selectFrom('agents')
    .select('group_id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('group_id', 'is not', null)
    .$narrowType<{ group_id: string }>()
    .orderBy('group_id')
    .execute()
  const level = ownerOf(orgId)
  const levels = [level, ...groups.map(({ group_id }) => ownerOf(orgId, 'group', group_id))]
  const categoryCount = kindsWanted.flatMap((kind) => kinds[kind].categories).length
  const { after, ...before } = steps?.state ?? { ...sumOf([]), after: '' }
  let sum: ConsensusResult = before
  for (const [at, owner] of levels.entries()) {
    const isDone = owner === level ? after !== '' : after !== orgId && owner.owner_id <= after
    if (isDone) continue
    let done = at * categoryCount
    const result = await runConsensus(ctx, owner, {
      kinds: kindsWanted,
      inherited: owner === level ? [] : [level],
      onward: async () => steps?.onCategory(done++, levels.length * categoryCount),
    })
    sum = sumOf([sum, result])
    await steps?.onLevel({ ...sum, after: owner.owner_id })
  }
  return sum
}

const asking = (db: Kysely<Tables>) =>
  db
    .selectFrom('organizations')
    .select(['id', 'auto_promote_shared_beliefs', 'auto_promote_shared_responsibilities'])
    .where((eb) => eb.or([eb.ref('auto_promote_shared_beliefs'), eb.ref('auto_promote_shared_responsibilities')]))

const askingWithAgents = (db: Kysely<Tables>) =>
  asking(db)
    .where((eb) =>
      eb(
        eb
          .selectFrom('agents')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('agents.org_id', '=', 'organizations.id'),
        '>=',
        2,
      ),
    )
    .orderBy('id')

type ConsensusSettings = Pick<Organization, 'auto_promote_shared_beliefs' | 'auto_promote_shared_responsibilities'>

const enabledKinds = ({
  auto_promote_shared_beliefs,
  auto_promote_shared_responsibilities,
}: ConsensusSettings): Kind[] => [
  ...(auto_promote_shared_beliefs ? (['belief'] as const) : []),
  ...(auto_promote_shared_responsibilities ? (['responsibility'] as const) : []),
]

const sumOf = (results: ConsensusResult[]): ConsensusResult =>
  results.reduce(
    (sum, one) => ({
      beliefs_created: sum.beliefs_created + one.beliefs_created,
      beliefs_skipped: sum.beliefs_skipped + one.beliefs_skipped,
      responsibilities_created: sum.responsibilities_created + one.responsibilities_created,
      responsibilities_skipped: sum.responsibilities_skipped + one.responsibilities_skipped,
      details: [...sum.details, ...one.details],
    }),
    {
      beliefs_created: 0,
      beliefs_skipped: 0,
      responsibilities_created: 0,
      responsibilities_skipped: 0,
      details: [],
    },
  )
