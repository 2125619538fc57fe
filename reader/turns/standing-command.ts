/**
 * Commands that state themselves that they last: "Always run the linter", "Never push to main", "from now on use pnpm",
 * and the like in German, Spanish and French. Labeled people hardly ever type them, hence there is nothing to fit: no
 * turn without a rule, among 7,066 labeled ones, has a sentence that begins like this.
 */
const standingCommands: readonly RegExp[] = [
  /^(?:(?:please|pls|and|also|but|ok(?:ay)?|so|then|no|yes|remember(?: to)?|note)[,:]?\s+)*(?:always(?! (?:too|so|very|been|a|an|the|my|good|nice|fun)\b)|never(?! (?:mind|been|a|an|the|too|so|would|could|had|thought|knew|saw|heard|felt|got|went|came)\b)|from now on|going forward|in (?:the )?future)\b/iu,
  /^(?:please\s+)?(?:use|write|run|keep|make sure|add|do|put|ask|check|commit|test|read|prefer|avoid)\b.*\b(?:always|from now on|going forward|in (?:the )?future|every time|each time)\b/iu,
  /^(?:(?:bitte|und|also|aber|nein),?\s+)*(?:(?!ich|du|er|sie|es|wir|ihr|das|die|der|was|wer|ist|hat|war|sind|kann|warum|wird|wurde)\p{L}+\s+(?:bitte\s+)?)?(?:immer(?! noch)|nie|niemals)\b/iu,
  /^(?:ab jetzt|ab sofort|in zukunft|künftig)\b/iu,
  /^(?:(?:por favor|y|no),?\s+)*(?:siempre|nunca|de ahora en adelante|a partir de ahora)\b/iu,
  /^(?:(?:s['’]il (?:te|vous) plaît|et|non),?\s+)*(?:(?!je|tu|il|elle|on|nous|vous|c['’]est)\p{L}+\s+toujours|toujours|jamais|ne\s+\p{L}+\s+jamais|désormais|dorénavant|à partir de maintenant)\b/iu,
]

/** More words are a description of a case, of which "always" is only a part. */
const maxWords = 25

export const isStandingCommand = (sentence: string): boolean =>
  !sentence.trimEnd().endsWith('?') &&
  sentence.split(/\s+/).length <= maxWords &&
  standingCommands.some((pattern) => pattern.test(sentence.trimStart()))
