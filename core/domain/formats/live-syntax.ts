import { chatTokens } from '../text/chat-tokens.ts'
import type { FormatName } from './format.ts'

/**
 * Text that the tool of a format runs, replaces or includes instead of showing it to the model. An identity is data, so
 * a space is inserted that makes it plain text, and reading removes the space.
 */
interface LiveSyntax {
  live: RegExp
  /** The plain form, which reading reverts. */
  plain: RegExp
}

/** Syntax that a space between its two parts breaks. Case matters unless the flags say otherwise. */
const syntax = (first: string, rest: string, flags = 'gu'): LiveSyntax => ({
  live: new RegExp(`(?<=${first})(?=${rest})`, flags),
  plain: new RegExp(`(?<=${first}) (?=${rest})`, flags),
})

/** `` !`command` `` runs when the skill or command is loaded; any exclamation mark before a backtick counts. */
const command = syntax('!', '`')
/** A code block that begins with `` ```! `` runs too. */
const commandBlock = syntax('```', '!')
/** `$ARGUMENTS`, `$1` and `${NAME}` are replaced. */
const shellArgument = syntax(String.raw`\$`, String.raw`ARGUMENTS|\d|\{`)
/** `@docs/style.md`, `@./notes` and `@README` include a file. */
const include = syntax(String.raw`(?<![\p{L}\p{N}])@`, String.raw`[\w~-]*[./]|[A-Z]{3,}(?!\w)|(?:Make|Docker)file`)
/** Gemini includes any word behind the sign, and writes an error over it if there is no such file. */
const anyInclude = syntax(String.raw`(?<![\p{L}\p{N}])@`, String.raw`[\w~./-]`)
/** `#file:notes.md` and `[notes](./notes.md)` attach a file, `#tool:name` allows a tool. */
const reference = syntax('#', '(?:file|tool):')
const link = syntax(String.raw`\]`, String.raw`\((?!https?:|mailto:|#)`)
/** `{{user}}` is replaced. */
const macro = syntax(String.raw`\{`, String.raw`\{`)
/** Jinja, which Agent Spec's runtimes read: `{% if x %}`, `{# comment #}`. */
const jinja = syntax(String.raw`\{`, '[{%#]')
/** `<USER>` in older cards. */
const oldMacro = syntax('<', '(?:user|bot|char|group|charifnotgroup)>', 'giu')
/** `{order_id}` is an input of the crew. */
const input = syntax(String.raw`\{`, String.raw`[A-Za-z_][\w-]*\}`)
/** Letta puts the memory in its stead. */
const memory = syntax(String.raw`\{`, String.raw`CORE_MEMORY\}`)

/** Tokens of the model's own template, whichever tool sends the text to it. */
const chatSyntax = chatTokens.map(([first, rest]) => syntax(first, rest))

const syntaxOf: Partial<Record<FormatName, readonly LiveSyntax[]>> = {
  claude_md: [include],
  gemini: [anyInclude],
  cursor: [include, link],
  copilot: [reference, link],
  copilot_agent: [reference, link],
  claude_subagent: [include, command, commandBlock, shellArgument],
  skill: [include, command, commandBlock, shellArgument],
  crewai: [input, macro],
  character_card: [macro, oldMacro],
  elizaos: [macro],
  letta: [macro, memory],
  agent_spec: [jinja],
}

/** Our own format loses nothing, and no model reads it. */
const allSyntaxOf = (format: FormatName): readonly LiveSyntax[] =>
  format === 'json' ? [] : [...chatSyntax, ...(syntaxOf[format] ?? [])]

/** A text that the format's tool shows to the model as it is, except for the added spaces. */
export const withoutLiveSyntax = (format: FormatName, text: string): string =>
  allSyntaxOf(format).reduce((plain, { live }) => plain.replace(live, ' '), text)

/** Reverts `withoutLiveSyntax`. */
export const withLiveSyntax = (format: FormatName, text: string): string =>
  allSyntaxOf(format).reduce((plain, { plain: form }) => plain.replace(form, ''), text)

/** The text that a reader of the file gets: it differs from a text that has such a space itself. */
export const readBackFrom = (format: FormatName, text: string): string =>
  withLiveSyntax(format, withoutLiveSyntax(format, text))
