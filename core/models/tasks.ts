import { z } from 'zod'
import { categoryHeadings } from '../domain/identity/prompt.ts'
import { maxOfKind } from '../domain/identity/templates.ts'
import { type Category, categories, kinds, type ResponsibilityCategory } from '../domain/kinds.ts'

/**
 * The tasks of a language model, as data: instructions and the schema of the answer. Schemas hold shapes and closed
 * enums only, which every provider can enforce; lengths and truth are checked afterwards.
 */
export interface Task<T> {
  name: string
  instructions: string
  answer: z.ZodType<T>
  /** An answer of which an element does not match cannot be used. */
  everyElement?: true
}

const category = z.enum(categories)

const describe = (names: readonly Category[]) =>
  names.map((name) => `- ${name}: ${categoryHeadings[name].purpose}`).join('\n')

export const categoryGuide = `Categories of beliefs:
${describe(kinds.belief.categories)}
Categories of responsibilities:
${describe(kinds.responsibility.categories)}`

export const readRulesTask: Task<{
  rules: { category: Category; statement: string; quote: string }[]
}> = {
  name: 'read_rules',
  instructions: `The data is a part of a file with rules for an AI agent. Turn every rule in it into one statement.
A statement is one self-contained sentence in the imperative, in the words of the file; it says what its heading adds when it needs that to be understood.
Leave out what is no rule: descriptions of a project, commands, examples, tables of contents.
"quote" is the passage that holds the rule, copied word for word.

${categoryGuide}

Answer with JSON: {"rules": [{"category": "boundary", "statement": "Never push to main", "quote": "NEVER push to main!"}]}; {"rules": []} when there is no rule.`,
  answer: z.object({ rules: z.array(z.object({ category, statement: z.string(), quote: z.string() })) }),
}

export const decomposeTask: typeof readRulesTask = {
  name: 'decompose_definition',
  instructions: `The data is a published definition of an AI agent. Say what it holds and does, so that another agent in the same role could take it over: at most ${maxOfKind} beliefs and at most ${maxOfKind} responsibilities, spread over the categories, the best first.
A statement is one self-contained sentence in the imperative, of at most 25 words, in the words of the definition. Gather what several lines of a list say into one sentence.
Leave out what is bound to one machine or file: tools, paths, formats of answers, other agents by their ids, examples, and who the agent is ("You are …").
"quote" is a passage that bears the statement out, copied word for word.

${categoryGuide}

Answer with JSON: {"rules": [{"category": "principle", "statement": "Fix the cause, not the symptom", "quote": "Fix the underlying issue, not just symptoms"}]}; {"rules": []} when the data defines no agent.`,
  answer: readRulesTask.answer,
}

export const observeTask: Task<{
  observations: {
    item: number
    category: Category
    statement: string
    quote: string
    confidence: number
  }[]
}> = {
  name: 'observe',
  instructions: `The data is a numbered list of things that an agent wrote: commits, documents, conversations. Find what they show of the agent's lasting beliefs and responsibilities: what it always or never does, what it holds to be true, how it speaks, what it answers for.
Most items show nothing; then leave them out. Ignore version bumps, merges, greetings, small talk, questions, plans for one occasion, and what other people say: in a conversation only the lines of the named agent count.
"statement" is one general sentence in the imperative and in the language of the item, without names, numbers and dates of the occasion: the same habit gets the same words each time.
"quote" is the shortest passage of that item that shows it, copied word for word.
"confidence" is 0 to 1: how surely a fair reader would agree.

${categoryGuide}

Answer with JSON: {"observations": [{"item": 1, "category": "principle", "statement": "Write a test before fixing a bug", "quote": "add failing test first", "confidence": 0.7}]}; {"observations": []} when nothing is shown.`,
  answer: z.object({
    observations: z.array(
      z.object({ item: z.number(), category, statement: z.string(), quote: z.string(), confidence: z.number() }),
    ),
  }),
}

export const sameMeaningTask: Task<{ same: boolean }> = {
  name: 'same_meaning',
  instructions: `The data is two statements about how an agent works. Say whether they ask for the same thing, so that a reader would keep only one of them. A statement and its opposite are not the same; neither are a rule and a special case of it.
Answer with JSON: {"same": true} or {"same": false}.`,
  answer: z.object({ same: z.boolean() }),
}

export const mergeTask: Task<{ statement: string }> = {
  name: 'merge_statements',
  instructions: `The data is a numbered list of statements that say the same about how an agent works; the first is the most typical. Write the one statement that a reader would keep in their place: one plain sentence in the imperative, no longer than the longest of them.
Use their words. Add nothing that none of them says, leave out nothing that all of them say, and deny nothing that they affirm. When the first is good as it is, repeat it.
Answer with JSON: {"statement": "Write a test before fixing a bug"}.`,
  answer: z.object({ statement: z.string() }),
}

export const wordProseTask: Task<{ sentences: { statement: number; sentence: string }[] }> = {
  name: 'word_prose',
  instructions: `The data is a numbered list of statements about how an agent works. They are read one after another as a paragraph. Write for each one sentence that says the same to the agent, so that the paragraph reads well: vary how sentences begin, and link one to the one before where they belong together.
Keep the words that carry the meaning, every number and every "never", "only" and "unless". Add nothing, explain nothing, leave nothing out.
Answer with JSON: {"sentences": [{"statement": 1, "sentence": "Always write a test before you fix a bug."}]}, in the order of the list.`,
  answer: z.object({ sentences: z.array(z.object({ statement: z.number(), sentence: z.string() })) }),
}

export const formatTranscriptTask: Task<{
  title: string
  messages: { line: number; speaker: 'agent' | 'other'; label: string }[]
}> = {
  name: 'format_transcript',
  instructions: `The data is a part of the transcript of a conversation: numbered lines, long ones cut. Find where each message begins.
"line" is the number of the line on which a message begins. "speaker" is "agent" for the messages of the agent, "other" for those of anybody else; the data names the agent first.
"label" is what stands before the message's own words on that line (name, time, colon), copied word for word; "" when nothing does.
Lines inside of messages, such as code, quotations and lists, begin no message. A part may begin in the middle of a message; then that message is not listed.
"title" sums the part up in at most 8 words.
Answer with JSON: {"title": "Release review", "messages": [{"line": 1, "speaker": "other", "label": "[10:32] Bob:"}]}; "messages" is [] when the text is no conversation.`,
  answer: z.object({
    title: z.string(),
    messages: z.array(z.object({ line: z.number(), speaker: z.enum(['agent', 'other']), label: z.string() })),
  }),
  // Without its beginning, a message would be another speaker's.
  everyElement: true,
}

export const suggestTask: Task<{
  suggestions: { category: ResponsibilityCategory; statement: string; confidence: number }[]
}> = {
  name: 'suggest_responsibilities',
  instructions: `The data describes an AI agent: its role and what is laid down for it already. In some categories of responsibilities it has almost nothing. Suggest responsibilities of those categories which fit its role and are not there yet, the best first.
A statement is one concrete sentence in the imperative, of at most 20 words. "confidence" is 0 to 1: how surely the agent's owner would agree.

${categoryGuide}

Answer with JSON: {"suggestions": [{"category": "ownership", "statement": "Own the on-call runbook", "confidence": 0.6}]}.`,
  answer: z.object({
    suggestions: z.array(
      z.object({ category: z.enum(kinds.responsibility.categories), statement: z.string(), confidence: z.number() }),
    ),
  }),
}
