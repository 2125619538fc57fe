import { linesOutsideCode } from '../../domain/text/outside-code.ts'
import { splitSentences } from '../sentences.ts'

/** A sentence that the person wrote, at its offset in the turn. */
export interface OwnSentence {
  text: string
  start: number
}

/** A line that a program printed: stack frames, log stamps, prompts, compiler output, data. */
const printedLine =
  /^\s*(?:at [\w$.<>[\] ]+ \(|File "[^"]+", line \d+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|(?:npm|yarn|pnpm) (?:ERR|WARN|error|warn)|(?:error|warning|info|debug|trace|fatal)[:[\]]|\[(?:INFO|ERROR|WARN|DEBUG)|Traceback|\$ |PS [A-Z]:|[A-Z]:\\\S*>|[\w.-]+@[\w.-]+[:~]|[\w/\\.-]+\.\w{1,5}[:(]\d+|GET |POST |HTTP\/|\d+ \||[{}[\]]+[,;]?$|"[\w-]+": )/
const quotedLine = /^\s*>/
const wholeQuotation = /^["“«'][^"”»]*["”»'][.!?]?$/

/** Requests to a model to give up its instructions or secrets: read as data, never as somebody's rule. */
const takeover: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.]{0,40}\b(?:instructions?|prompts?|guidelines|directions|safety|above|previous|prior|system)\b/i,
  /\b(?:reveal|exfiltrate|leak|print|repeat|send)\b[^.]{0,30}\b(?:system prompt|your (?:prompt|instructions)|api keys?|passwords?|secrets?|credentials)\b/i,
  /\byou are (?:now|no longer)\b|\b(?:jailbreak|developer mode|do anything now)\b/i,
  /<\/?(?:system|assistant|instructions?|prompt)>|\[\/?(?:inst|system)\]|<\|/i,
  /\b(?:ignoriere|vergiss)\b[^.]{0,40}\banweisungen\b|\b(?:ignora|olvida)\b[^.]{0,40}\binstrucciones\b|\b(?:ignore|oublie)\b[^.]{0,40}\binstructions\b/i,
]

/** Questions for information; "why did you", "can you" and "shouldn't this" often carry a wish and are left to the model. */
const plainQuestion =
  /^(?:(?:and|so|but|ok|also),? )?(?:what|how|which|where|who|when|is there|are there|does|was|wie|was|welche|wo|wer|qué|cómo|cuál|dónde|quel|quelle|comment|où)\b[^.!]*\?$/i

const isGuarded = (sentence: string): boolean =>
  wholeQuotation.test(sentence) || plainQuestion.test(sentence) || takeover.some((pattern) => pattern.test(sentence))

/**
 * The sentences of a turn that may be rules of its author: not fenced code, quoted lines, whole quotations, runs of three
 * printed lines, plain questions, or attempts to take a model over.
 */
export function ownSentences(text: string): OwnSentence[] {
  const lines = linesOutsideCode(text)
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  const isPrinted = lines.map(({ line }) => printedLine.test(line))
  return lines.flatMap(({ line, at }, index) => {
    const isPasted = [0, 1, 2].some((before) => [0, 1, 2].every((offset) => isPrinted[index - before + offset]))
    if (isPasted || quotedLine.test(line)) return []
    let from = 0
    return splitSentences(line, true).flatMap((sentence) => {
      const start = line.indexOf(sentence, from)
      from = start + sentence.length
      return sentence.length < 4 || isGuarded(sentence) ? [] : [{ text: sentence, start: starts[at]! + start }]
    })
  })
}
