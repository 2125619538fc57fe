import { AppError } from '#core/base/errors.ts'
import { sha256 } from '#core/base/hash.ts'
import type { Requester } from '#core/base/requester.ts'
import type { Rule } from '#core/domain/language.ts'
import { templateVector } from '#core/domain/similar/recommend.ts'
import { GitHubRefusal, type TreeEntry } from '#core/domain/sources/github.ts'
import type { Ctx } from '../../deps.ts'
import type { RepositoryAccess } from '../connections/github-repositories.ts'
import { sanitizeText } from '../content/cleaning.ts'
import { embedTexts } from '../vectors/embed-texts.ts'
import type { AgentDefinition } from './agent-definitions.ts'

/** The largest known definition is 60 kB; anything much larger is not one. */
const maxBytes = 128 * 1024

/** The template in one file. A file that is not a definition has neither a body nor a problem. */
export interface Template {
  name: string | null
  description: string | null
  body_hash: string | null
  /** Why no template could be read, as a sentence. */
  problem: string | null
  /** Vector of name and description; null if the embedding model was unavailable (the items' vectors likewise). */
  vector: Float32Array | null
  items: (Rule & { vector: Float32Array | null })[]
}

const nothing: Template = { name: null, description: null, body_hash: null, problem: null, vector: null, items: [] }

/**
 * Reads one file as a template, or returns the reason as a sentence if it could not be read this time.
 *
 * @throws GitHub's refusal at its rate limit.
 */
export async function readTemplate(
  ctx: Ctx,
  { client, repository }: RepositoryAccess,
  entry: TreeEntry,
  certain: boolean,
  requester: Requester,
): Promise<Template | string> {
  if (entry.size > maxBytes) return { ...nothing, problem: `The file is larger than ${maxBytes / 1024} KiB` }
  try {
    const text = await client.file(repository, entry)
    if (text === undefined) return { ...nothing, problem: 'The file is not UTF-8 text' }
    // Imported lazily, because it pulls in the YAML parser.
    const { readDefinition } = await import('./agent-definitions.ts')
    const definition = readDefinition(entry.path, await sanitizeText(text, requester), certain)
    return definition ? await templateOf(ctx, definition, requester) : nothing
  } catch (error) {
    if (error instanceof GitHubRefusal && error.reason === 'limit') throw error
    if (error instanceof GitHubRefusal || error instanceof AppError) return error.message
    ctx.log.error({ err: error, path: entry.path }, 'could not read an agent definition')
    return 'It could not be read; the log of the service says why'
  }
}

async function templateOf(
  ctx: Ctx,
  { name, description, body }: AgentDefinition,
  requester: Requester,
): Promise<Template> {
  const head = { name, description }
  if (body === '') return { ...nothing, ...head, problem: 'The file has only front matter' }
  const rules = await ctx.language.decompose({ name, body }, requester)
  if (rules.length === 0) {
    return { ...nothing, ...head, problem: 'No beliefs or responsibilities were found in the file' }
  }
  const statements = rules.map(({ statement }) => statement)
  const body_hash = sha256(body)
  try {
    const [named, described, ...vectors] = await embedTexts(ctx, [...profileTexts(head), ...statements])
    const items = rules.map((rule, at) => ({ ...rule, vector: vectors[at]! }))
    return { ...head, body_hash, problem: null, vector: templateVector(named!, described!), items }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Computed at the first comparison instead: an unavailable model must not fail the import.
    ctx.log.warn({ err: error }, 'a template is stored without its vectors')
    return { ...head, body_hash, problem: null, vector: null, items: rules.map((rule) => ({ ...rule, vector: null })) }
  }
}

/** Returns the texts by which a template is matched: its name in words, and its description. */
export const profileTexts = ({ name, description }: { name: string | null; description: string | null }) => [
  (name ?? '').replace(/[-_]+/g, ' '),
  description ?? '',
]
