import { NIL as nobody } from 'uuid'
import { badRequest } from '#core/base/errors.ts'
import { definitionPaths, isLicenseFile, licenseOf } from '#core/domain/sources/definition-files.ts'
import { GitHubRefusal, type RepositoryName, repositoryName, type TreeEntry } from '#core/domain/sources/github.ts'
import type { Ctx } from '../../deps.ts'
import { type OrganizationReference, resolveBodyOrganization } from '../accounts/organizations.ts'
import { openRepository, type RepositoryAccess } from '../connections/github-repositories.ts'
import { readTemplate, type Template } from './template-reading.ts'
import {
  everybody,
  type KnownTemplate,
  knownTemplates,
  ownOf,
  removeTemplates,
  saveRepository,
  saveTemplate,
  type TemplateOutcome,
  type TemplateOwner,
} from './template-store.ts'

/**
 * Imports public agent definitions as templates (POST /bootstrap/scrape): from configured repositories for everyone,
 * from any other for the requesting organization (behavior: Templates).
 */

export interface ScrapeResult {
  repos_scraped: number
  templates_created: number
  templates_updated: number
  templates_skipped: number
  errors: ScrapeError[]
}

/** An unreadable file and the reason; without a path it is the repository. */
interface ScrapeError {
  repository: string
  path: string | null
  reason: string
}

/** Files of one repository that are read at a time. */
const parallel = 8
/**
 * The most definitions per repository, far above any known collection, so that one repository cannot fill a library.
 */
const maxFiles = 2000
/** The most repositories that an organization reads for itself: every recommendation compares all of their files. */
const maxRepositories = 20

interface Scrape extends RepositoryAccess {
  ctx: Ctx
  owner: TemplateOwner
  /** `owner/repo` in GitHub's current spelling. */
  key: string
  known: Map<string, KnownTemplate>
  result: ScrapeResult
}

/**
 * Reads the named repository, or all configured ones. An unreadable file or repository is one entry of `errors` and
 * never fails the run; templates that were imported earlier stay.
 *
 * @throws 400 for an invalid name, when a session does not name the organization that the repository is for, and when
 * the organization has the maximum number of repositories.
 */
export async function scrape(
  ctx: Ctx,
  named: RepositoryName | undefined,
  organization: OrganizationReference,
): Promise<ScrapeResult> {
  const result: ScrapeResult = {
    repos_scraped: 0,
    templates_created: 0,
    templates_updated: 0,
    templates_skipped: 0,
    errors: [],
  }
  const configured = ctx.config.bootstrapRepositories
  const wanted = named ? [repositoryName(named)] : configured
  for (const name of wanted) {
    // Only repositories that the operator configured are visible to everyone, since anyone could register and publish
    // one.
    const chosen = configured.find((entry) => isSame(entry, name))
    const source = chosen
      ? { owner: everybody, branch: chosen.branch, configured_as: keyOf(chosen) }
      : { owner: ownOf(await resolveBodyOrganization(ctx, organization)), branch: null, configured_as: null }
    try {
      await scrapeRepository(ctx, name, source, named !== undefined, result)
      result.repos_scraped += 1
    } catch (error) {
      if (!(error instanceof GitHubRefusal)) throw error
      result.errors.push({ repository: `${name.owner}/${name.repo}`, path: null, reason: error.message })
    }
  }
  return result
}

const keyOf = ({ owner, repo }: RepositoryName) => `${owner}/${repo}`.toLowerCase()
const isSame = (a: RepositoryName, b: RepositoryName) => keyOf(a) === keyOf(b)

interface Source {
  owner: TemplateOwner
  branch: string | null
  configured_as: string | null
}

async function scrapeRepository(
  ctx: Ctx,
  name: RepositoryName,
  { owner, branch: wantedBranch, configured_as }: Source,
  isNamed: boolean,
  result: ScrapeResult,
): Promise<void> {
  const access = await openRepository(ctx, ctx.caller.orgIds, name, {})
  const { client, repository } = access
  // Templates come from public definitions only: a repository that requires a connection is refused.
  if (repository.private)
    throw new GitHubRefusal(`GitHub has no public repository ${name.owner}/${name.repo}`, 'not-found')
  const key = `${repository.owner}/${repository.repo}`
  const branch = wantedBranch ?? repository.default_branch
  const { record, templates } = await knownTemplates(ctx, owner, key)
  if (!record) await requireRoom(ctx, owner)
  const head = await client.headUnless(repository, branch, record?.branch === branch ? record.etag : null)
  const run: Scrape = { ...access, ctx, owner, key, known: templates, result }
  if (head === 'unchanged') {
    for (const [path, template] of templates) countUnchanged(run, path, template)
    return
  }
  const files = head ? await listFiles(access, head.sha) : []
  const license = repository.license ?? (await readLicense(access, files))
  if (license === null && !isNamed)
    throw new GitHubRefusal('No license was found; name the repository to read it anyway', 'failure')
  const saved = { ...owner, repository: key, configured_as, license }
  await saveRepository(ctx, { ...saved, branch: null, etag: null })
  const isWhole = await readFiles(run, files)
  await saveRepository(ctx, {
    ...saved,
    ...(isWhole && head ? { branch, etag: head.etag } : { branch: null, etag: null }),
  })
}

/** Checks the organization's limit. Repositories for everyone are configured by the operator and have no limit. */
async function requireRoom({ db }: Ctx, { org_id, owner_id }: TemplateOwner): Promise<void> {
  if (org_id === null) return
  const { repositories } = await db
    .selectFrom('template_repositories')
    .select(({ fn }) => fn.countAll<number>().as('repositories'))
    .where('owner_id', '=', owner_id)
    .executeTakeFirstOrThrow()
  if (Number(repositories) >= maxRepositories) {
    throw badRequest(
      `An organization can read at most ${maxRepositories} repositories; ask the operator to add owner/repo to BOOTSTRAP_REPOSITORIES`,
    )
  }
}

async function listFiles({ client, repository }: RepositoryAccess, sha: string): Promise<TreeEntry[]> {
  const files: TreeEntry[] = []
  for await (const entries of client.tree(repository, sha)) files.push(...entries.filter(({ type }) => type === 'file'))
  return files
}

/** Reads the license file in the root, for servers that do not detect a license. */
async function readLicense({ client, repository }: RepositoryAccess, files: TreeEntry[]): Promise<string | null> {
  const file = files.find(({ path }) => isLicenseFile(path))
  const text = file && (await client.file(repository, file))
  return (text && licenseOf(text)) ?? null
}

/**
 * Counts the organization's definitions from other repositories, which share the limit because recommendations compare
 * them all.
 */
async function countElsewhere({ ctx, owner, key }: Scrape): Promise<number> {
  if (owner.org_id === null) return 0
  const { count } = await ctx.db
    .selectFrom('templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner.owner_id)
    .where('repository', '<>', key)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns whether every file was read, or is known to be unreadable, so that it need not be requested again. */
async function readFiles(run: Scrape, files: TreeEntry[]): Promise<boolean> {
  const { ctx, owner, key, known, result } = run
  const { paths, certain } = definitionPaths(files.map(({ path }) => path))
  const room = Math.max(0, maxFiles - (await countElsewhere(run)))
  const taken = new Set(paths.slice(0, room))
  if (paths.length > room) {
    result.errors.push({
      repository: key,
      path: null,
      reason:
        room === maxFiles
          ? `It holds more than ${maxFiles} definitions; the rest was left out`
          : `An organization keeps at most ${maxFiles} definitions; ${paths.length - room} of this repository were left out`,
    })
  }
  await removeTemplates(
    ctx,
    owner,
    key,
    [...known.keys()].filter((path) => !taken.has(path)),
  )
  const changed: TreeEntry[] = []
  for (const entry of files) {
    if (!taken.has(entry.path)) continue
    const template = known.get(entry.path)
    if (template?.blob_sha === entry.sha && template.is_complete) countUnchanged(run, entry.path, template)
    else changed.push(entry)
  }
  let isWhole = true
  for (let at = 0; at < changed.length; at += parallel) {
    const batch = changed.slice(at, at + parallel)
    const read = await Promise.all(batch.map((entry) => readTemplate(ctx, run, entry, certain, requester(ctx))))
    for (const [index, template] of read.entries()) {
      const entry = batch[index]!
      if (typeof template === 'string') {
        isWhole = false
        result.errors.push({ repository: key, path: entry.path, reason: template })
      } else count(run, entry, template, await saveTemplate(ctx, owner, key, entry, template))
    }
  }
  return isWhole
}

/** The organization that a scrape's language model usage is charged to. */
const requester = ({ caller, signal }: Ctx) => ({ org_id: caller.defaultOrgId ?? nobody, signal })

function count({ key, result }: Scrape, { path }: TreeEntry, { problem }: Template, outcome: TemplateOutcome) {
  if (problem !== null) result.errors.push({ repository: key, path, reason: problem })
  else if (outcome !== 'none') result[`templates_${outcome}`] += 1
}

function countUnchanged({ key, result }: Scrape, path: string, { problem, body_hash }: KnownTemplate) {
  if (problem !== null) result.errors.push({ repository: key, path, reason: problem })
  else if (body_hash !== null) result.templates_skipped += 1
}
