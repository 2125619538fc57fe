import { withoutPastes } from './pasted-text.ts'

/** Separates the words that a person typed from text that coding tools put into the same message. */

export interface TypedText {
  /** Empty when nothing of the message was typed. */
  text: string
  /** Whether a pasted passage was left out. */
  hasPaste: boolean
}

/** A longer message is a file, which is not worth reading. */
export const maxMessageLength = 2 ** 20

const nothing: TypedText = { text: '', hasPaste: false }

/** Elements that a tool or an editor adds before or after the words. */
const addedElements = elementsOf(
  ...'system-reminder system_reminder ide_opened_file ide_selection ide_diagnostics local-command-caveat'.split(' '),
  ...'environment_context environment_details user_info current_datetime timestamp attachment attachments'.split(' '),
  ...'attached_files image image_files manually_attached_skills available_skills agent_transcripts'.split(' '),
  ...'open_and_recently_viewed_files rules user_rules cursor_rules project_layout git_status additional_data'.split(
    ' ',
  ),
  ...'current_file linter_errors cursor_commands context editorContext reminderInstructions workspace_info'.split(' '),
  ...'environment_info skill repoContext userMemory file_content external_links system_notification tagged_files'.split(
    ' ',
  ),
)
/** The element that holds the words, where the tool wraps them. */
const wordElements = elementsOf(...'user_query user_input userRequest user_message task feedback answer'.split(' '))

/** The element that holds the words behind a slash command. */
const commandArguments = elementsOf('command-args')

/** Elements at the beginning of a message that a tool writes in the name of the person. */
const toolElements = [
  ...'command- local-command bash- system-reminder system_reminder task-notification user-prompt user_action'.split(
    ' ',
  ),
  ...'teammate-message skill environment_ user_instructions turn_aborted subagent_ user_shell_command hook_'.split(' '),
  ...'instructions permissions collaboration_mode codex_ session_context untrusted_context new-diagnostics'.split(' '),
  ...'user-memory ci-monitor-event heartbeat analysis model_switch apps_instructions state_snapshot'.split(' '),
]

/** Openings of such messages. */
const toolOpenings: readonly RegExp[] = [
  new RegExp(`^</?(?:${toolElements.join('|')})`, 'i'),
  /^(?:PLEASE )?IMPLEMENT (?:THE FOLLOWING|THIS) PLAN\b/i,
  /^(?:Implement|Execute) the plan(?:\.| as specified)[\s\S]*do not edit the plan file/i,
  /^Implement the following to-?dos from the plan/i,
  /^This session is being continued from a previous conversation/,
  /^\[(?:Request interrupted|SYSTEM NOTIFICATION|Tool call was cancelled)/i,
  /^(?:Caveat|API Error|Operation stopped by hook|Todo list\b|Base directory for this skill)/i,
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

/** Commands and lines for a shell: the person typed them to a program. */
const shellLine = /^!\s*\S[^\n]*$/

/** The words of a message. Text behind a slash command is typed, the command's own text is not. */
export function typedText(raw: string): TypedText {
  if (raw.length > maxMessageLength) return { text: '', hasPaste: true }
  const whole = raw.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim()
  const behindCommand =
    /^<command-(?:name|message|args)>/.test(whole) && splitElements(whole, commandArguments).contents[0]
  if (typeof behindCommand === 'string') return withoutPastes(behindCommand.trim())
  const { rest, contents } = splitElements(splitElements(whole, addedElements).rest, wordElements)
  const words = stripFileList(contents[0] ?? rest)
    .replace(/\[Image #\d+\]/g, '')
    .trim()
  const command = /^\/[\w:.-]+(?=\s|$)/.exec(words)?.[0]
  if (command !== undefined) return withoutPastes(words.slice(command.length).trim())
  if (shellLine.test(words) || toolOpenings.some((opening) => opening.test(words))) return nothing
  return withoutPastes(words)
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

/** Codex in an editor puts attached files and open tabs before the request. */
function stripFileList(text: string): string {
  if (!/^\s*# (?:Files mentioned by the user|Context from my IDE setup|Review findings)/.test(text)) return text
  return /\n## My request for Codex:\s*\n?([\s\S]*)$/.exec(text)?.[1] ?? ''
}
