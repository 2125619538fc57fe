/**
 * Text of one message as its author typed it: without the blocks that editors and hooks add. Labels name a turn by the
 * hash of this text, so a change here loses labels.
 */
const added =
  /<(system-reminder|system_reminder|ide_opened_file|ide_selection|ide_diagnostics|local-command-caveat|environment_context|user_info|current_datetime|attachment|attached_files|image)\b[^>]*>[\s\S]*?<\/\1>/gi

/** Returns the words behind a slash command if the message is one. */
export function typedText(raw: string): string {
  const behind = /<command-args>([\s\S]*?)<\/command-args>/.exec(raw)
  if (behind && /^\s*<command-/.test(raw)) return behind[1]!.trim()
  const text = raw.replace(added, '')
  const asked = /<user_query>([\s\S]*?)<\/user_query>/.exec(text)?.[1] ?? text
  const request = /^\s*# (?:Files mentioned|Context from)[\s\S]*?\n## My request for Codex:\s*\n?([\s\S]*)$/.exec(asked)
  return (request?.[1] ?? asked)
    .replace(/^\s*(\[Image #\d+\]\s*)+$/g, '')
    .replace(/\r\n/g, '\n')
    .trim()
}

const editorBlocks =
  /<(manually_attached_skills|open_and_recently_viewed_files|agent_transcripts|rules|user_rules|project_layout|git_status|additional_data|current_file|linter_errors|cursor_commands|attachments|context|editorContext|reminderInstructions|workspace_info|environment_info|repoContext|userMemory|ide_selection|local-command-\w+|bash-\w+|timestamp)\b[^>]*>[\s\S]*?<\/\1>/gi
const printedLine =
  /^\s*(at [\w$.<>[\] ]+ \(|File "[^"]+", line \d+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(npm|yarn|pnpm) (ERR|WARN|error|warn)|(error|warning|info|debug|trace|fatal|warn|note)[ :[\](]|\[(INFO|ERROR|WARN|DEBUG)|Traceback|\$ |PS [A-Z]:|[A-Z]:\\\S*>|[\w.-]+@[\w.-]+[:~ ]|\^+\s*$|~+\^|[\w/\\.-]+\.\w{1,5}[:(]\d+|GET |POST |HTTP\/|\d+ \||> [\w@/.-]+ \w+$|\{$|\}[,;]?$|"[\w-]+": )/i

/** Exports of editors also hold pasted code and logs: fenced blocks and three printed lines in a row are left out. */
export function typedInEditor(raw: string): string {
  const body = raw.replace(/\r\n/g, '\n').replace(editorBlocks, '')
  const asked = /<(userRequest|user_query|user_message)>\s*([\s\S]*?)<\/\1>/i.exec(body)?.[2] ?? body
  const text = typedText(
    asked
      .replace(/^[ \t]*(```|~~~)[^\n]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*$/gm, (all, _fence, code: string) =>
        code.split('\n').length > 3 || code.length > 240 ? '' : all,
      )
      .replace(/<details>[\s\S]*?<\/details>/gi, '')
      .replace(/<think(ing)?>[\s\S]*?<\/think(ing)?>/gi, '')
      .replace(/^\s*<!--[\s\S]*?-->\s*$/gm, ''),
  )
  const lines = text.split('\n')
  const typed: string[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    const isPrinted = (line: string) => printedLine.test(line) || (end > at && !line.trim()) || line.length > 1500
    while (end < lines.length && isPrinted(lines[end]!)) end++
    const printed = lines.slice(at, end)
    if (printed.filter((line) => line.trim()).length >= 3) at = end
    else typed.push(lines[at++]!)
  }
  // A shorter run is typed text; each of its lines was looked at again and is kept.
  return typed
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
