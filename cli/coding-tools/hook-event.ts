/** The event that a coding tool describes on standard input of its hooks. */
export interface HookEvent {
  cwd?: unknown
  /** `startup`, `resume`, `clear` or `compact`. */
  source?: unknown
  /** `InstructionsLoaded` of Claude Code: it has loaded the file `file_path`. */
  hook_event_name?: unknown
  file_path?: unknown
  session_id?: unknown
  /** Copilot's name for `session_id`. */
  sessionId?: unknown
}

/** Reads the event; a tool that sends none leaves standard input open. */
export async function readHookEvent(): Promise<HookEvent> {
  if (process.stdin.isTTY) return {}
  const chunks: Buffer[] = []
  const timer = setTimeout(() => process.stdin.destroy(), 200)
  try {
    for await (const chunk of process.stdin) chunks.push(chunk)
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return {}
  } finally {
    clearTimeout(timer)
  }
}
