import { computing } from '../../base/computing.ts'
import type { Requester } from '../../base/requester.ts'
import type { NewContent } from '../../domain/sources/foreign-content.ts'
import type { CleanMessage, SpokenMessage } from '../../domain/text/conversation-text.ts'
import { type CleaningWork, work } from './cleaning-work.ts'

/** Cleans untrusted text in a thread before it is stored as content, because 1 MB takes a quarter of a second. */

declare const isClean: unique symbol
/** Content without invisible characters and without text that looks like a secret. */
export type CleanContent = NewContent & { readonly [isClean]: true }

/** Shorter texts, in characters, take less time here than the round trip to the thread. */
const inlineLength = 1024

const deadlineSeconds = 60
const tasks = computing.tasks<CleaningWork>('cleaning', {
  deadlineSeconds,
  tooLong: `Cleaning this text takes longer than ${deadlineSeconds} seconds; send it in parts`,
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
  return length <= inlineLength ? work[name](input) : tasks.run(name, input, requester)
}
