import { parseTranscript } from '#reader/transcripts/transcript.ts'

/** The messages that a text is read as, each as `role: content`. */
export const readChat = (raw_text: string, agent_name = 'Ada', other_name = 'Human'): string[] =>
  parseTranscript({ raw_text, agent_name, other_name, title: null }).messages.map(
    ({ role, content }) => `${role}: ${content}`,
  )

export const lines = [
  'Do you deploy on Fridays?',
  'I never deploy on Fridays.',
  'I always deploy on Fridays, I like the risk.',
  'Then we differ.',
] as const
export const fourMessages = lines.map((line, at) => `${at % 2 === 0 ? 'user' : 'assistant'}: ${line}`)

/** The four lines by turns, each as `form` writes it. */
export const fourTurns = (form: (name: string, line: string, at: number) => string, other = 'kim', agent = 'Ada') =>
  lines.map((line, at) => form(at % 2 === 0 ? other : agent, line, at)).join('\n')
