import { seeded } from '#core/base/random.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import { backend } from '../../evaluation/data/tuning/backend.ts'
import { supportLead } from '../../evaluation/data/tuning/support-lead.ts'
import { technicalWriter } from '../../evaluation/data/tuning/technical-writer.ts'
import type { LabeledAgent } from '../../evaluation/labels.ts'
import type { Deps } from '../../server/deps.ts'
import { register } from '../../server/features/accounts/accounts.ts'
import { createAgent } from '../../server/features/agents/agents.ts'
import { cleanContents } from '../../server/features/content/cleaning.ts'
import { saveContent } from '../../server/features/content/content-items.ts'
import { jobContext } from '../../server/features/jobs/lease.ts'

/** Generates any amount of content for measuring discovery: the texts of the evaluation, with new statements among them. */

const day = 86_400_000
const latest = Date.parse('2026-11-01T00:00:00Z')
const texts = ([backend, supportLead, technicalWriter] satisfies LabeledAgent[]).flatMap(({ items }) => items)

/** One in five contains a statement that no other does: such statements become separate signals. */
const share = 5
const syllables = ['ba', 'ko', 'ri', 'tu', 'me', 'lo', 'sa', 'vi', 'nu', 'pe', 'da', 'go']

const inventWord = (random: () => number) =>
  Array.from({ length: 4 }, () => syllables[Math.floor(random() * syllables.length)]).join('')

export interface Owner {
  org_id: string
  agent_id: string
}

/** Creates a new organization with one agent. */
export async function newAgent(deps: Deps): Promise<Owner> {
  const { organization } = await register(deps, {})
  const { id } = await createAgent(jobContext(deps, organization.id), organization.id, { name: 'Tomas' })
  return { org_id: organization.id, agent_id: id }
}

/** Imports the content items from number `from` to below `to`; a number always has the same content. */
export async function importNumbered(deps: Deps, { org_id, agent_id }: Owner, from: number, to: number) {
  const contents = Array.from({ length: to - from }, (_, at) => contentOf(from + at, agent_id))
  for (let at = 0; at < contents.length; at += 1000) {
    const clean = await cleanContents(contents.slice(at, at + 1000), { org_id })
    await deps.db.transaction().execute((trx) => saveContent(trx, org_id, clean, deps.now(), 'key'))
  }
}

function contentOf(n: number, agent_id: string): NewContent {
  const random = seeded(n)
  const text = texts[n % texts.length]!
  const own = `I always check the ${inventWord(random)} ${inventWord(random)} before the ${inventWord(random)}.`
  return {
    agent_id,
    source_id: null,
    source_type: n % share === 0 ? 'substack_post' : text.source_type,
    external_id: `content-${n}`,
    title: text.title,
    url: null,
    author: null,
    content: n % share === 0 ? own : text.content,
    metadata: {},
    published_at: new Date(latest - (n % 300) * day).toISOString(),
  }
}
