import { type TextWithoutPastes, withoutPastes } from './pasted-text.ts'

/** Separates the words that a person typed from text that coding tools put into the same message. */

/** Its text is empty when nothing of the message was typed. */
export interface TypedText extends TextWithoutPastes {
  /** Whether text was left out that a tool seems to have written. */
  hasToolText?: boolean
  /** Whether the message is a command or a line for a shell, without other words. */
  isCommand?: boolean
}

/** A longer message is a file, which is not worth reading. */
export const maxMessageLength = 2 ** 20

/** The words of a message, before pasted passages are left out. */
type OwnText = Pick<TypedText, 'text' | 'hasToolText' | 'isCommand'>

const nothing: OwnText = { text: '', hasToolText: true }

/** The words behind a command. */
const behindCommandOf = (words: string): OwnText => (words === '' ? { text: '', isCommand: true } : { text: words })

/** Elements that a tool or an editor adds before or after the words. */
const addedElements = elementsOf(
  ...'system-reminder system_reminder ide_opened_file ide_selection ide_diagnostics local-command-caveat'.split(' '),
  ...'environment_context environment_details user_info current_datetime'.split(' '),
  ...'attached_files image_files manually_attached_skills available_skills agent_transcripts'.split(' '),
  ...'open_and_recently_viewed_files user_rules cursor_rules project_layout git_status additional_data'.split(' '),
  ...'current_file linter_errors cursor_commands editorContext reminderInstructions workspace_info'.split(' '),
  ...'environment_info repoContext userMemory file_content external_links system_notification tagged_files'.split(' '),
)
/**
 * The same before or behind the words, under a name that no person gives to an element: tools invent new ones with
 * every version.
 */
const compoundName =
  /^[a-z]+(?:[-_][a-z]+)*[-_](?:context|instructions?|reminders?|notifications?|details|info|state|snapshot|diagnostics|selections?|files?|caveat|stdin|stdout|stderr|metadata|hook|layout|status|data|rules|skills|memory|memories|events?|errors?|warnings?|history|summary|outputs?|results?|annotations?|references|mode|notice)$/i
/** Elements of the same kind with names that a person types too. */
const ambiguousElements = elementsOf(...'rules timestamp attachment attachments image context skill'.split(' '))
/** The element that holds the words, where the tool wraps them. */
const wordElements = elementsOf(...'user_query user_input userRequest user_message'.split(' '))
const ambiguousWordElements = elementsOf(...'task feedback answer'.split(' '))

/** The element that holds the words behind a slash command. */
const commandArguments = elementsOf('command-args')

/** Elements at the beginning of a message that a tool writes in the name of the person. */
const toolElements = [
  ...'command- local-command bash- system-reminder system_reminder task-notification user-prompt user_action'.split(
    ' ',
  ),
  ...'teammate-message environment_ user_instructions turn_aborted subagent_ user_shell_command hook_'.split(' '),
  ...'collaboration_mode codex_ session_context untrusted_context new-diagnostics'.split(' '),
  ...'user-memory ci-monitor-event model_switch apps_instructions state_snapshot'.split(' '),
]

/** Openings of such messages. */
const toolOpenings: readonly RegExp[] = [
  new RegExp(`^</?(?:${toolElements.join('|')})`, 'i'),
  /^(?:PLEASE )?IMPLEMENT (?:THE FOLLOWING|THIS) PLAN\b/i,
  /^(?:Implement|Execute) the plan(?:\.| as specified)[\s\S]*do not edit the plan file/i,
  /^Implement the following to-?dos from the plan/i,
  /^This session is being continued from a previous conversation/,
  /^\[(?:Request interrupted|SYSTEM NOTIFICATION|Tool call was cancelled)/i,
  /^(?:Caveat: The messages below|API Error: |Operation stopped by hook|Base directory for this skill:)/,
  /^(?:Stop|SubagentStop|SessionStart|PreToolUse|PostToolUse|UserPromptSubmit) hook (?:feedback|blocking|error|success|additional)/i,
  /^The user wants to clarify these questions\b/,
  /^This is the (?:Gemini CLI|Qwen Code)\. We are setting up the context/i,
  /^# AGENTS\.md instructions\b/,
  /^(?:Continue from where you left off|No response requested|Tool loaded|Warmup)\.?$/,
  /^Unknown (?:skill|slash command|command)\b/i,
  /^Your task is to create a detailed summary\b/,
  /^Another (?:language model|Claude session)\b/,
  /^Generate a file named AGENTS\.md that serves as a contributor guide/,
  /^Please analyze this codebase and create a (?:CLAUDE|AGENTS|GEMINI|QWEN)\.md\b/i,
  /^(?:Perform any necessary follow-up actions in response to the subagent|Briefly inform the user about the task result)/i,
  /^Summarize the (?:conversation|chat) history so far/i,
  /^\[Subagent (?:Context|Task)\]/i,
  // Output that a terminal tool prints below a command that was typed.
  /^⎿/,
]

/** Openings that a person types too: they count against a message that nothing says was typed. */
const ambiguousOpenings: readonly RegExp[] = [
  /^<\/?(?:skill|instructions|permissions|heartbeat|analysis)\b/i,
  /^(?:Caveat|API Error|Todo list)\b/i,
]

/** Commands and lines for a shell: the person typed them to a program. */
const shellLine = /^!\s*\S[^\n]*$/

/**
 * The words of a message, without pasted passages. Text behind a slash command is typed, the command's own text is not.
 *
 * @param isTyped whether the record says that a person typed it: then elements and openings that people type are words.
 */
export function typedText(raw: string, isTyped = false): TypedText {
  if (raw.length > maxMessageLength) return { text: '', hasPaste: true }
  const { text, ...marks } = withoutToolText(raw, isTyped)
  const typed = withoutPastes(text)
  const isOfTool = typed.text === '' && raw.trim() !== '' && !typed.hasPaste && !typed.hasReview && !marks.isCommand
  return { ...typed, ...marks, ...(isOfTool && { hasToolText: true }) }
}

/** The words of a message with what the person pasted, empty for a message of a tool and a command alone. */
export function withoutToolText(raw: string, isTyped = false): OwnText {
  const whole = raw.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim()
  const behindCommand =
    /^<command-(?:name|message|args)>/.test(whole) && splitElements(whole, commandArguments).contents[0]
  if (typeof behindCommand === 'string') return behindCommandOf(behindCommand.trim())
  const request = withoutEdges(requestOf(splitElements(whole, addedElements).rest))
  const { text, isCut } = isTyped ? { text: request, isCut: false } : withoutAmbiguous(request)
  const words = (splitElements(text, wordElements).contents[0] ?? text).replace(imageMark, '').trim()
  const command = /^\/[\w:.-]+(?=\s|$)/.exec(words)?.[0]
  if (command !== undefined) return behindCommandOf(words.slice(command.length).trim())
  const openings = isTyped ? toolOpenings : [...toolOpenings, ...ambiguousOpenings]
  if (shellLine.test(words)) return { text: '', isCommand: true }
  if (openings.some((opening) => opening.test(words))) return nothing
  return { text: words, ...((isCut || request.length < whole.length) && { hasToolText: true }) }
}

/** The text without elements that a tool may have added; the words that a tool may have wrapped. */
function withoutAmbiguous(text: string): { text: string; isCut: boolean } {
  const { rest, contents: added } = splitElements(text, ambiguousElements)
  const { rest: around, contents: wrapped } = splitElements(rest, ambiguousWordElements)
  const isCut = added.length > 0 || (wrapped.length > 0 && (wrapped.length > 1 || around.trim() !== ''))
  return { text: wrapped[0] ?? rest, isCut }
}

const imageMark = /\[Image(?: #\d+)?(?:: (?:source|original)[^\]\n]{0,500})?\]/g

const openingEdge = /^\s*<([a-z][a-z_-]{2,60})\b[^<>]{0,500}>/i
const closingEdge = /<\/([a-z][a-z_-]{2,60})>\s*$/i

/** The text without elements of a tool before and behind the words. */
function withoutEdges(text: string): string {
  let rest = text
  for (let opening = openingEdge.exec(rest); opening; opening = openingEdge.exec(rest)) {
    const end = compoundName.test(opening[1]!) ? rest.indexOf(`</${opening[1]}>`) : -1
    if (end < 0) break
    rest = rest.slice(end + opening[1]!.length + 3)
  }
  for (let closing = closingEdge.exec(rest); closing; closing = closingEdge.exec(rest)) {
    const start = compoundName.test(closing[1]!) ? rest.lastIndexOf(`<${closing[1]}`) : -1
    if (start < 0) break
    rest = rest.slice(0, start)
  }
  return rest
}

function elementsOf(...names: string[]): RegExp {
  return new RegExp(`<(${names.join('|')})\\b[^<>]{0,500}>`, 'gi')
}

/** Splits the text into the contents of these elements, and the rest. Searches for each missing end once. */
function splitElements(text: string, elements: RegExp): { rest: string; contents: string[] } {
  const contents: string[] = []
  const unclosed = new Set<string>()
  let rest = ''
  let offset = 0
  for (const { 0: opening, 1: name, index } of text.matchAll(elements)) {
    const start = index + opening.length
    if (index < offset || unclosed.has(name!)) continue
    const end = text.indexOf(`</${name}>`, start)
    if (end < 0) unclosed.add(name!)
    else {
      rest += text.slice(offset, index)
      contents.push(text.slice(start, end))
      offset = end + name!.length + 3
    }
  }
  return { rest: rest + text.slice(offset), contents }
}

/** The heading below which Codex in an editor or as an app puts the words, and those that it puts above them. */
const requestHeading = /^#{1,3} My (?:request|prompt|message)(?: for [A-Z]\w+)?:/gm
const appHeading = /^\s*(?:# \S|<[a-z])/
const knownHeading =
  /^\s*# (?:Files mentioned by the user|Context from my IDE setup|Review findings|In app browser|Response annotations|Selected text)/

/** The app puts selections, open files and comments before the request; they may hold such a heading themselves. */
function requestOf(text: string): string {
  if (!appHeading.test(text)) return text
  const last = [...text.matchAll(requestHeading)].at(-1)
  if (last) return text.slice(last.index + last[0].length)
  return knownHeading.test(text) ? '' : text
}
