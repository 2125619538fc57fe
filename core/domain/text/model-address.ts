/**
 * Detects sentences that address a language model instead of describing the agent: imported text is data, and its
 * requests are ignored.
 */

/** Takes over a model, wherever it is said. */
const overriding: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip|discard)\b[^.]{0,40}\b(?:instructions?|prompts?|rules|guidelines|directions|constraints|safety|above|previous|prior|system)\b/i,
  /\byou are (?:now|no longer|an? (?:ai|assistant|language model|llm|bot|chatbot))\b/i,
  /<\/?(?:system|assistant|user|instructions?|prompt)>|\[\/?(?:inst|system)\]|<\|/i,
  /\bjailbreak\w*|\bdeveloper mode\b|\bdo anything now\b|\bprompt injection\b/i,
  /\b(?:reveal|exfiltrate|leak|print|output|repeat)\b[^.]{0,30}\b(?:prompt|instructions|api keys?|passwords?|tokens?|secrets?|credentials)\b/i,
  /\bdo not (?:tell|inform|mention to) the user\b/i,
  // Whitespace without line ends: with them, each empty line would be tried against all that follow.
  /^[^\S\r\n\u2028\u2029]*(?:system|developer)\s*:/im,
  /\bas an? (?:ai|llm|language model|chatbot)\b/i,
  /\b(?:ignoriere|vergiss)\b[^.]{0,40}\banweisungen\b|\b(?:ignora|olvida)\b[^.]{0,40}\binstrucciones\b|\b(?:ignore|oublie)\b[^.]{0,40}\binstructions\b/i,
]
/** Ordinary in a session, where a person instructs a coding agent; elsewhere it addresses a reader that is a model. */
const instructing: readonly RegExp[] = [
  /\b(?:add|append|write|insert|save|put|include|store)\b[^.]{0,40}\b(?:to|in|into) (?:your|the agent's|its) (?:prompt|memory|instructions|identity|beliefs?|rules|system|context|responsibilit\w+)\b/i,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/i,
  /\b(?:from now on|going forward|henceforth|starting now|for the rest of this)\b(?!,? (?:i|we|i'm|i'll|we'll|no|my|our)\b)/i,
  /\bas an assistant\b|\b(?:language model|chatgpt|gpt-?\d|llm|claude|gemini|copilot)s? (?:must|should|shall|will|please|always|never)\b/i,
  /\b(?:assistant|system|user|ai|model|agent)\s*:\s/i,
  /\b(?:pretend|roleplay|role-play|act as|behave as|simulate being)\b/i,
  /\b(?:new|updated|following|these|my|your) (?:instructions?|directives?|persona)\b/i,
  /\b(?:respond|reply|answer|output) only (?:with|in)\b/i,
]

const matches = (patterns: readonly RegExp[], sentence: string) => patterns.some((pattern) => pattern.test(sentence))

export const overridesModel = (sentence: string): boolean => matches(overriding, sentence)
export const addressesModel = (sentence: string): boolean =>
  matches(overriding, sentence) || matches(instructing, sentence)
