const longestTyped = 2000

const inserted = [
  /<(system-reminder|image|system-info|default aesthetic_system_instructions|local-command-\w+|command-\w+|bash-\w+|task-notification|user_query|pasted_text|attached_files|ide_\w+|mentioned-element|attachments)\b[^>]*>[\s\S]*?(<\/\1>|$)/g,
  /\[(Image|Pasted text)[^\]]*\]/g,
  /^# Context from my IDE setup:[\s\S]*?\n## My request for Codex:\s*\n/gm,
  /^- Timestamp: `[^`]*`$/gm,
  /^\*?\((Agent|Ask|Edit): [^)\n]*\)\*?$/gm,
]
/** Said by a tool in the person's name, or a command and no words. */
const untyped =
  /^\s*([\x21-\x7e]+$|\/[a-z][\w:-]*(\s\S+)?\s*$|\/(add|drop|run|model|clear|read-only|exit|tokens)\b|!|<|Caveat: The messages below|\[Request interrupted|This session is being continued|Add file to the chat\?|Add .* to the chat\?|You must fully embody this agent|IT IS CRITICAL that you follow|# undefined|You are \w+ing |Base directory for this skill|Stop hook feedback|Set model to|@agent (Continue|Enable|Try Again)\b|Questions answered:|Verifier agent|Full transcript available at|Read the output file to retrieve the result|\*\*\[Approved plan|\/?share\b|Project title is now)/i
/** An answer to a question of the agent; it says nothing alone. */
const answer =
  /^[^\p{L}\p{N}]*(yes|yep|yeah|y|no|nope|n|ok(ay)?|sure|please|go( ahead)?|do it|proceed|continue|next|great|good|perfect|thanks?( you)?|stop|again|retry|done|hi|hello|test|ja|nein|weiter|danke|oui|non|d'accord|c'est bon|je valide|suivant|continue[rz]?|merci|s[ií]|dale|continua|sigue|gracias|listo|bien|sim|evet|tamam|devam et|是|是的|好|好的|继续|可以|はい|네|응|계속|\d+)[^\p{L}\p{N}]*$/iu

/** Text that the person typed, without what a tool or a paste put in; undefined where nothing of theirs is left. */
export function typedBy(raw: string): string | undefined {
  let text = inserted.reduce((rest, pattern) => rest.replace(pattern, ''), raw)
  text = text.replace(
    /^[ \t]*(```|~~~)[^\n]*\n([\s\S]*?)\n?[ \t]*(?:\1[ \t]*$|$(?![\s\S]))/gm,
    (block, _, body: string) => (body.split('\n').length > 3 || body.length > 240 ? '' : block),
  )
  text = text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (text === '' || text.length > longestTyped || untyped.test(text) || answer.test(text)) return undefined
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters < text.length * 0.45 ? undefined : text
}
