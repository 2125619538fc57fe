import { computing } from '#core/base/computing.ts'
import type { Requester } from '#core/base/requester.ts'
import type { NewContent } from '#core/domain/sources/foreign-content.ts'
import type { CleanMessage, SpokenMessage } from '#core/domain/text/conversation-text.ts'
import { type CleaningWork, work } from './cleaning-work.ts'

/** Cleans untrusted text in a thread before it is stored as content, because 1 MB takes a quarter of a second. */

declare const isClean: unique symbol
/** Content without invisible characters and without text that looks like a secret. */
export type CleanContent = NewContent & { readonly [isClean]: true }

/** Shorter texts, in characters, take less time here than the round trip to the thread. */
const inlineLength = 1024

/** Longer texts, in characters, are long tasks: a megabyte takes a quarter of a second. */
const quickLength = 1_000_000
const tasks = computing.sizedTasks<CleaningWork>('cleaning', {
  longSeconds: 60,
  tooMuch: (taken) => `content takes ${taken} to clean; send it in parts`,
})

export const cleanMessages = (messages: SpokenMessage[], requester: Requester): Promise<CleanMessage[]> =>
  perform('messages', messages, messages, requester)

export const cleanContents = async (contents: NewContent[], requester: Requester): Promise<CleanContent[]> =>
  (await perform('contents', contents, contents, requester)) as CleanContent[]

export const sanitizeText = (text: string, requester: Requester): Promise<string> =>
  perform('text', text, [{ content: text }], requester)

async function perform<Name extends keyof CleaningWork>(
  name: Name,
  input: CleaningWork[Name]['input'],
  texts: readonly { content: string }[],
  requester: Requester,
): Promise<CleaningWork[Name]['output']> {
  const length = texts.reduce((sum, { content }) => sum + content.length, 0)
  if (length <= inlineLength) return work[name](input)
  return tasks[length <= quickLength ? 'quick' : 'long'].run(name, input, requester)
}
