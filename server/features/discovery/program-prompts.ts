import { sql } from 'kysely'
import { talkOf } from '#core/domain/text/conversation-text.ts'
import { promptBeginning, recurringBeginnings } from '#core/domain/text/program-prompts.ts'
import type { ContentItem } from '../../db/tables.ts'
import type { AgentRun } from '../jobs/agent-run.ts'

/**
 * Leaves prompts that a program sent out of published conversations, before anything reads them. A conversation has no
 * mark of who sent a message: long ones that begin alike in three conversations of the agent are a program's.
 */

type Talk = Pick<ContentItem, 'source_type' | 'external_id' | 'content'>

/** The newest conversations show what returns; each has at most 64 kB. */
const maxConversations = 300

/** The long messages of others in a conversation, each with its beginning. */
const promptsIn = ({ content }: Talk, name: string) =>
  talkOf(name, content).flatMap(({ isOwn, words }) => {
    const beginning = isOwn ? undefined : promptBeginning(words)
    return beginning === undefined ? [] : [{ words, beginning }]
  })

/** The beginnings of prompts that return in the agent's newest conversations. */
async function loadBeginnings({ ctx, agent }: AgentRun): Promise<Set<string>> {
  const talks = await ctx.db
    .selectFrom('content_items')
    .select(['source_type', 'external_id', 'content'])
    .where('org_id', '=', agent.org_id)
    .where('agent_id', '=', agent.id)
    .where('source_type', '=', 'conversation')
    .where('removed_at', 'is', null)
    .where('status', '=', sql.lit('imported'))
    .orderBy('published_at', 'desc')
    .limit(maxConversations)
    .execute()
  return recurringBeginnings(
    talks.flatMap((talk) =>
      // A long conversation has several items.
      promptsIn(talk, agent.name).map(({ beginning }) => ({ beginning, session: talk.external_id.split('#')[0]! })),
    ),
  )
}

/** Cuts prompts of programs out of contents, and counts them. */
export class ProgramPrompts {
  /** Prompts that were left out. */
  count = 0
  readonly #run: AgentRun
  #beginnings: Set<string> | undefined

  constructor(run: AgentRun) {
    this.#run = run
  }

  /** The content items without prompts of programs. Conversations are compared once a run, and only if one has a long message. */
  async leaveOut<Content extends Talk>(contents: readonly Content[]): Promise<Content[]> {
    const { name } = this.#run.agent
    const mayHoldPrompt = (talk: Talk) => talk.source_type === 'conversation' && promptsIn(talk, name).length > 0
    if (!contents.some(mayHoldPrompt)) return [...contents]
    this.#beginnings ??= await loadBeginnings(this.#run)
    const beginnings = this.#beginnings
    return contents.map((talk) => {
      if (talk.source_type !== 'conversation') return talk
      const prompts = promptsIn(talk, name).filter(({ beginning }) => beginnings.has(beginning))
      this.count += prompts.length
      return { ...talk, content: prompts.reduce((rest, { words }) => rest.replace(words, () => ''), talk.content) }
    })
  }
}
