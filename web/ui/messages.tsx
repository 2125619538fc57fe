import classes from './messages.module.css'

interface ShownMessage {
  id: string
  name: string
  isAgent: boolean
  content: string
}

/**
 * Control characters other than tabs and line breaks, and bidirectional overrides: messages
 * are stored as they were sent.
 */
const unseen = /[[\p{Cc}\p{Bidi_Control}]--[\t\n\r]]/gv

/** Messages in order, with names; the agent's are on the right. */
export function Messages({ messages }: { messages: ShownMessage[] }) {
  return (
    <ol className={classes.messages} aria-label="Messages">
      {messages.map(({ id, name, isAgent, content }) => (
        <li key={id} className={classes.message} data-agent={isAgent || undefined}>
          <b>{name}</b>
          <div dir="auto">{content.replace(unseen, '')}</div>
        </li>
      ))}
    </ol>
  )
}
