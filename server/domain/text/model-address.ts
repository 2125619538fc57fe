/**
 * Detects sentences that address a language model instead of describing the agent: imported text is data, and its
 * requests are ignored.
 */
const modelAddress: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip|discard)\b[^.]{0,40}\b(?:instructions?|prompts?|rules|guidelines|directions|constraints|safety|above|previous|prior|system)\b/i,
  /\b(?:system|developer|hidden|initial) (?:prompt|message|instructions?)\b/i,
  /\byou are (?:now|no longer|an? (?:ai|assistant|language model|llm|bot|chatbot))\b/i,
  /\b(?:from now on|going forward|henceforth|starting now|for the rest of this)\b(?!,? (?:i|we|i'm|i'll|we'll|no|my|our)\b)/i,
  /\bas an? (?:ai|llm|assistant|language model|chatbot)\b|\b(?:language model|chatgpt|gpt-?\d|llm|claude|gemini|copilot)s? (?:must|should|shall|will|please|always|never)\b/i,
  /\b(?:assistant|system|user|ai|model|agent)\s*:\s/i,
  /<\/?(?:system|assistant|user|instructions?|prompt)>|\[\/?(?:inst|system)\]|<\|/i,
  /\b(?:pretend|roleplay|role-play|act as|behave as|simulate being)\b/i,
  /\bjailbreak\w*|\bdeveloper mode\b|\bdo anything now\b|\bprompt injection\b/i,
  /\b(?:add|append|write|insert|save|put|include|store)\b[^.]{0,40}\b(?:to|in|into) (?:your|the agent's|its) (?:prompt|memory|instructions|identity|beliefs?|rules|system|context|responsibilit\w+)\b/i,
  /\b(?:new|updated|following|these|my|your) (?:instructions?|directives?|persona)\b/i,
  /\b(?:reveal|exfiltrate|leak|print|output|repeat)\b[^.]{0,30}\b(?:prompt|instructions|api keys?|passwords?|tokens?|secrets?|credentials)\b/i,
  /\b(?:respond|reply|answer|output) only (?:with|in)\b|\bdo not (?:tell|inform|mention to) the user\b/i,
]
export const addressesModel = (sentence: string): boolean => modelAddress.some((pattern) => pattern.test(sentence))
