import { Migrator } from 'kysely/migration'
import { asPart } from '#core/domain/audit/origin.ts'
import type { Database } from './connect.ts'
import { damageIn } from './embedded/sqlite-health.ts'
import { initial } from './migrations/001-initial.ts'
import { jobsAndDiscovery } from './migrations/002-jobs-and-discovery.ts'
import { sourcesAndConnections } from './migrations/003-sources-and-connections.ts'
import { templatesAndAvatars } from './migrations/004-templates-and-avatars.ts'
import { furtherSources } from './migrations/005-further-sources.ts'
import { sourceErrors } from './migrations/006-source-errors.ts'
import { pendingItems } from './migrations/007-pending-items.ts'
import { accountSecurity } from './migrations/008-account-security.ts'
import { invitations } from './migrations/009-invitations.ts'
import { fairJobs } from './migrations/010-fair-jobs.ts'
import { messages } from './migrations/011-messages.ts'
import { templateOwners } from './migrations/012-template-owners.ts'
import { itemMerges } from './migrations/016-item-merges.ts'
import { documents } from './migrations/017-documents.ts'
import { search } from './migrations/018-search.ts'
import { agentsByName } from './migrations/019-agents-by-name.ts'
import { listOrder } from './migrations/020-list-order.ts'
import { changeRequests } from './migrations/023-change-requests.ts'
import { agentSlugs } from './migrations/024-agent-slugs.ts'
import { agentExports } from './migrations/025-exports.ts'
import { organizationDedup } from './migrations/025-organization-dedup.ts'
import { dedupeOnCreate } from './migrations/026-dedupe-on-create.ts'
import { surveysOfCommits } from './migrations/027-surveys-of-commits.ts'
import { embeddingCalibrations } from './migrations/029-embedding-calibrations.ts'
import { wordings } from './migrations/030-wordings.ts'
import { statements } from './migrations/031-statements.ts'
import { signalCenters } from './migrations/032-signal-centers.ts'
import { searchMerges } from './migrations/033-search-merges.ts'
import { documentsWithoutAgents } from './migrations/034-documents-without-agents.ts'
import { briefObservations } from './migrations/035-brief-observations.ts'
import { sourceClaims } from './migrations/036-source-claims.ts'
import { contentReporters } from './migrations/037-reporters.ts'
import { profileAndOverrideChanges } from './migrations/038-profile-and-override-changes.ts'
import { observationsNotGathered } from './migrations/039-observations-not-gathered.ts'
import { noStoredDocuments } from './migrations/040-no-stored-documents.ts'
import { sessions } from './migrations/041-sessions.ts'
import { decisions } from './migrations/042-decisions.ts'
import { approvalTimes } from './migrations/043-approval-times.ts'
import { saidAgain } from './migrations/044-said-again.ts'
import { toldObservations } from './migrations/045-told-observations.ts'
import { additionQuotes } from './migrations/046-addition-quotes.ts'
import { certainty } from './migrations/047-certainty.ts'
import { evidence } from './migrations/048-evidence.ts'
import { conversations } from './migrations/049-conversations.ts'
import { reviewOrder } from './migrations/050-review-order.ts'
import { auditLog } from './migrations/051-audit-log.ts'
import { promptVersions } from './migrations/052-prompt-versions.ts'
import { promptLabels } from './migrations/053-prompt-labels.ts'
import { labelJobs } from './migrations/054-label-jobs.ts'
import { fleet } from './migrations/057-fleet.ts'
import { promptOutcomes } from './migrations/058-prompt-outcomes.ts'
import { auditLogByGroup } from './migrations/060-audit-log-by-group.ts'
import { changesOfVersions } from './migrations/061-changes-of-versions.ts'
import { upgrades } from './migrations/063-upgrades.ts'
import { blame } from './migrations/064-blame.ts'
import { needsWording } from './migrations/065-needs-wording.ts'
import { importedAdditions } from './migrations/067-imported-additions.ts'
import { pendingStatements } from './migrations/070-pending-statements.ts'
import { firstAnswers } from './migrations/074-first-answers.ts'
import { webhooks } from './migrations/075-webhooks.ts'
import { viewers } from './migrations/076-viewers.ts'
import { signInProviders } from './migrations/077-sign-in-providers.ts'
import { importedOrganizations } from './migrations/078-imported-organizations.ts'
import { itemLineage } from './migrations/080-item-lineage.ts'
import { mergedSources } from './migrations/081-merged-sources.ts'
import { deletedRows } from './migrations/084-deleted-rows.ts'
import { usage } from './migrations/090-usage.ts'
import { type BackUp, backUpFirst, noteUpgrade, refuseNewer } from './upgrades.ts'
import type { Engine } from './values.ts'

const migrations = {
  '001-initial': initial,
  '002-jobs-and-discovery': jobsAndDiscovery,
  '003-sources-and-connections': sourcesAndConnections,
  '004-templates-and-avatars': templatesAndAvatars,
  '005-further-sources': furtherSources,
  '006-source-errors': sourceErrors,
  '007-pending-items': pendingItems,
  '008-account-security': accountSecurity,
  '009-invitations': invitations,
  '010-fair-jobs': fairJobs,
  '011-messages': messages,
  '012-template-owners': templateOwners,
  '016-item-merges': itemMerges,
  '017-documents': documents,
  '018-search': search,
  '019-agents-by-name': agentsByName,
  '020-list-order': listOrder,
  '023-change-requests': changeRequests,
  '024-agent-slugs': agentSlugs,
  '025-exports': agentExports,
  '025-organization-dedup': organizationDedup,
  '026-dedupe-on-create': dedupeOnCreate,
  '027-surveys-of-commits': surveysOfCommits,
  '029-embedding-calibrations': embeddingCalibrations,
  '030-wordings': wordings,
  '031-statements': statements,
  '032-signal-centers': signalCenters,
  '033-search-merges': searchMerges,
  '034-documents-without-agents': documentsWithoutAgents,
  '035-brief-observations': briefObservations,
  '036-source-claims': sourceClaims,
  '037-reporters': contentReporters,
  '038-profile-and-override-changes': profileAndOverrideChanges,
  '039-observations-not-gathered': observationsNotGathered,
  '040-no-stored-documents': noStoredDocuments,
  '041-sessions': sessions,
  '042-decisions': decisions,
  '043-approval-times': approvalTimes,
  '044-said-again': saidAgain,
  '045-told-observations': toldObservations,
  '046-addition-quotes': additionQuotes,
  '047-certainty': certainty,
  '048-evidence': evidence,
  '049-conversations': conversations,
  '050-review-order': reviewOrder,
  '051-audit-log': auditLog,
  '052-prompt-versions': promptVersions,
  '053-prompt-labels': promptLabels,
  '054-label-jobs': labelJobs,
  '057-fleet': fleet,
  '058-prompt-outcomes': promptOutcomes,
  '060-audit-log-by-group': auditLogByGroup,
  '061-changes-of-versions': changesOfVersions,
  '063-upgrades': upgrades,
  '064-blame': blame,
  '065-needs-wording': needsWording,
  '067-imported-additions': importedAdditions,
  '070-pending-statements': pendingStatements,
  '074-first-answers': firstAnswers,
  '075-webhooks': webhooks,
  '076-viewers': viewers,
  '077-sign-in-providers': signInProviders,
  '078-imported-organizations': importedOrganizations,
  '080-item-lineage': itemLineage,
  '081-merged-sources': mergedSources,
  '084-deleted-rows': deletedRows,
  '090-usage': usage,
}

/**
 * Updates the schema to this version. Several processes may call it at once: Kysely's migrator lets one work.
 *
 * @param backUp backs up a database that has data before it changes; nothing is backed up if absent.
 * @throws an error of one line if a newer version has used the database, or if it cannot be backed up.
 */
export async function migrate(db: Database, engine: Engine, backUp?: BackUp): Promise<void> {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, migration(engine)])),
  }
  // A new database has no migration table yet. Any other error will surface in the migrator.
  const done = await doneMigrations(db).catch((): string[] => [])
  const unknown = done.toSorted().find((name) => !(name in migrations))
  if (unknown !== undefined) await refuseNewer(db, unknown)
  if (Object.keys(migrations).every((name) => done.includes(name))) return
  const backup = backUp && done.length > 0 ? await backUpFirst(backUp) : null
  const migrator = new Migrator({ db, provider })
  const { error } = await asPart(() => migrator.migrateToLatest())
  if (error) throw damageIn(error) ?? error
  await noteUpgrade(db, Object.keys(migrations).at(-1)!, backup)
}

async function doneMigrations(db: Database): Promise<string[]> {
  const done = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return done.map(({ name }) => name)
}

/** Whether the database responds and has every migration of this version, for `/readyz`. */
export async function isReady(db: Database): Promise<boolean> {
  const names = new Set(await doneMigrations(db))
  return Object.keys(migrations).every((name) => names.has(name))
}
