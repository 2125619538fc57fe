import type { FormatName } from './format.ts'

/**
 * Text that the tool of a format runs, replaces or includes instead of showing it to the model. An identity is data, so
 * a space is inserted that makes it plain text, and reading removes the space.
 */
interface LiveSyntax {
  live: RegExp
  written: string
  /** The plain form, which reading reverts. */
  plain: RegExp
  read: string
}

/** `` !`command` `` runs when the skill or command is loaded; any exclamation mark before a backtick counts. */
const command: LiveSyntax = { live: /!`/g, written: '! `', plain: /! `/g, read: '!`' }
/** `$ARGUMENTS`, `$1` and `${NAME}` are replaced. */
const shellArgument: LiveSyntax = {
  live: /\$(?=ARGUMENTS|\d|\{)/g,
  written: '$ ',
  plain: /\$ (?=ARGUMENTS|\d|\{)/g,
  read: '$',
}
/** `@docs/style.md` includes a file. */
const include: LiveSyntax = {
  live: /(?<![\p{L}\p{N}])@(?=[\w~-]*[./])/gu,
  written: '@ ',
  plain: /(?<![\p{L}\p{N}])@ (?=[\w~-]*[./])/gu,
  read: '@',
}
/** `{{user}}` is replaced. */
const macro: LiveSyntax = { live: /\{\{/g, written: '{ {', plain: /\{ \{/g, read: '{{' }
/** `<USER>` in older cards. */
const oldMacro: LiveSyntax = {
  live: /<(?=(?:user|bot|char)>)/gi,
  written: '< ',
  plain: /< (?=(?:user|bot|char)>)/gi,
  read: '<',
}
/** `{order_id}` is an input of the crew. */
const input: LiveSyntax = {
  live: /\{(?=[A-Za-z_][\w-]*\})/g,
  written: '{ ',
  plain: /\{ (?=[A-Za-z_][\w-]*\})/g,
  read: '{',
}

const syntaxOf: Partial<Record<FormatName, readonly LiveSyntax[]>> = {
  claude_md: [include],
  gemini: [include],
  cursor: [include],
  claude_subagent: [include, command, shellArgument],
  skill: [include, command, shellArgument],
  crewai: [input, macro],
  character_card: [macro, oldMacro],
  elizaos: [macro],
  letta: [macro],
  agent_spec: [macro],
}

/** A text that the format's tool shows to the model as it is, except for the added spaces. */
export const withoutLiveSyntax = (format: FormatName, text: string): string =>
  (syntaxOf[format] ?? []).reduce((plain, { live, written }) => plain.replace(live, written), text)

/** Reverts `withoutLiveSyntax`. */
export const withLiveSyntax = (format: FormatName, text: string): string =>
  (syntaxOf[format] ?? []).reduce((plain, { plain: form, read }) => plain.replace(form, read), text)
