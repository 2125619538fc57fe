import { type TextWithoutPastes, withoutPastes } from './pasted-text.ts'

/** Separates the words that a person typed from text that coding tools put into the same message. */

/** Its text is empty when nothing of the message was typed. */
export interface TypedText extends TextWithoutPastes {
  /** Whether text was left out that a tool seems to have written. */
  hasToolText?: boolean
}

/** A longer message is a file, which is not worth reading. */
export const maxMessageLength = 2 ** 20

const nothing: TypedText = { text: '', hasPaste: false, hasToolText: true }

/** Elements that a tool or an editor adds before or after the words. */
const addedElements = elementsOf(
  ...'system-reminder system_reminder ide_opened_file ide_selection ide_diagnostics local-command-caveat'.split(' '),
  ...'environment_context environment_details user_info current_datetime'.split(' '),
  ...'attached_files image_files manually_attached_skills available_skills agent_transcripts'.split(' '),
  ...'open_and_recently_viewed_files user_rules cursor_rules project_layout git_status additional_data'.split(' '),
  ...'current_file linter_errors cursor_commands editorContext reminderInstructions workspace_info'.split(' '),
  ...'environment_info repoContext userMemory file_content external_links system_notification tagged_files'.split(' '),
)
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
  /^\[Image: (?:source|original)/,
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
 * The words of a message. Text behind a slash command is typed, the command's own text is not.
 *
 * @param isTyped whether the record says that a person typed it: then elements and openings that people type are words.
 */
export function typedText(raw: string, isTyped = false): TypedText {
  if (raw.length > maxMessageLength) return { text: '', hasPaste: true }
  const whole = raw.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim()
  const behindCommand =
    /^<command-(?:name|message|args)>/.test(whole) && splitElements(whole, commandArguments).contents[0]
  if (typeof behindCommand === 'string') return withoutPastes(behindCommand.trim())
  const request = requestOf(splitElements(whole, addedElements).rest)
  const { text, isCut } = isTyped ? { text: request, isCut: false } : withoutAmbiguous(request)
  const words = (splitElements(text, wordElements).contents[0] ?? text).replace(/\[Image #\d+\]/g, '').trim()
  const command = /^\/[\w:.-]+(?=\s|$)/.exec(words)?.[0]
  if (command !== undefined) return withoutPastes(words.slice(command.length).trim())
  const openings = isTyped ? toolOpenings : [...toolOpenings, ...ambiguousOpenings]
  if (shellLine.test(words) || openings.some((opening) => opening.test(words))) return nothing
  const typed = withoutPastes(words)
  return isCut || (typed.text === '' && whole !== '' && !typed.hasPaste) ? { ...typed, hasToolText: true } : typed
}

/** The text without elements that a tool may have added; the words that a tool may have wrapped. */
function withoutAmbiguous(text: string): { text: string; isCut: boolean } {
  const { rest, contents: added } = splitElements(text, ambiguousElements)
  const { rest: around, contents: wrapped } = splitElements(rest, ambiguousWordElements)
  const isCut = added.length > 0 || (wrapped.length > 0 && (wrapped.length > 1 || around.trim() !== ''))
  return { text: wrapped[0] ?? rest, isCut }
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
const requestHeading = /^## My request(?: for Codex)?:[ \t]*$/gm
const appHeading = /^\s*(?:# \S|<[a-z])/
const knownHeading = /^\s*# (?:Files mentioned by the user|Context from my IDE setup|Review findings)/

/** The app puts selections, open files and comments before the request; they may hold such a heading themselves. */
function requestOf(text: string): string {
  if (!appHeading.test(text)) return text
  const last = [...text.matchAll(requestHeading)].at(-1)
  if (last) return text.slice(last.index + last[0].length)
  return knownHeading.test(text) ? '' : text
}
