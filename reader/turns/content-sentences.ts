import type { ReadableContent } from '#core/domain/language.ts'
import type { ContentSourceType } from '#core/domain/sources/content-platforms.ts'
import { cellSeparator } from '#core/domain/sources/web-content.ts'
import { ownWords, type Turn, talkOf } from '#core/domain/text/conversation-text.ts'
import { cleanText } from '#core/domain/text/untrusted-text.ts'
import { splitSentences } from '../sentences.ts'

/** A sentence of the agent, and the words of the content that it was read from. */
export interface ContentSentence {
  /** The input of the reader: without markup, addresses and whitespace at the ends. */
  text: string
  /** The original text in the content, except for whitespace. */
  quote: string
}

/**
 * The paragraphs, list items and chat messages that the agent wrote, each as its sentences: excludes code, diffs,
 * quotations, trailers, other people's lines and the subject of a commit, which reports a change.
 */
export const contentPassages = (item: ReadableContent, turns: readonly Turn[] = turnsOf(item)): ContentSentence[][] => {
  const { source_type, content } = item
  if (source_type === 'conversation') return passagesOf(ownWords(turns).join('\n\n'), true)
  const text = cleanText(content)
  if (source_type === 'github_commit') return passagesOf(text.trim().split('\n').slice(1).join('\n'))
  return passagesOf(fromHtml.has(source_type) ? text.replaceAll(cellSeparator, '\n\n') : text)
}

/** The turns of a conversation; none of other content. */
export const turnsOf = ({ source_type, content, agent_name }: ReadableContent): Turn[] =>
  source_type === 'conversation' ? talkOf(agent_name, cleanText(content)) : []

/** Types of content that was HTML, whose cells are sentences of their own. */
const fromHtml = new Set<ContentSourceType>(['rss_entry', 'website_page', 'substack_post'])

/** Lines that are not the author's prose. */
const foreignLines: readonly RegExp[] = [
  /^\s*>/, // quotation
  /^\s*#{1,6}\s/, // heading
  /^\s*\|/, // table
  /^\s*(?:[-*_]\s*){3,}$/, // rule
  /^ {0,3}(?:diff --git |index [0-9a-f]{6,}|@@ |\+\+\+ |--- |[+-](?!1 )\S)/, // diff, but not a vote
  /^\s*at \S.*(?::\d+|\))\s*$/, // stack traces
  /^\s*(?:Traceback \(most recent|File "[^"]+", line \d+|Caused by:|\.\.\. \d+ more)/,
  /^\s*[\w.]*(?:Error|Exception|Panic)\b[^a-z]*:/,
  /^[A-Z][\w-]*-(?:[Bb]y|[Tt]o|[Ii]d|[Uu]rl|[Ll]ink)\s*:/, // trailers
  /^(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|see|related(?: to)?|part of|bug|issue|cc|link|pr|ref)\b:?\s+(?:#\d|[\w-]+\/[\w.-]+#\d|https?:)/i,
  /^on .{5,80} wrote:\s*$/i,
  /^\(?cherry[- ]picked from commit/i,
  /^this reverts commit/i,
]
const forwarded = /^-{2,}\s*(?:original|forwarded) message/i

/** Maximum length in characters: longer text is not a sentence, and the patterns would be slow on it. */
const maxSentenceLength = 600

/** @param typed as people chat: a short line is a passage, and a sentence may begin with a lower-case letter */
const passagesOf = (text: string, typed = false): ContentSentence[][] =>
  paragraphsOf(text, typed)
    .map((paragraph) =>
      splitSentences(paragraph, typed)
        .filter((quote) => quote.length <= maxSentenceLength)
        .map((quote) => ({ text: plain(quote), quote }))
        .filter((sentence) => sentence.text !== ''),
    )
    .filter((passage) => passage.length > 0)

/** In characters; a line break before this length is intentional. */
const shortLine = 60

/** Paragraphs and list items, each on one line, without text that is not prose. */
const paragraphsOf = (text: string, typed: boolean): string[] => {
  const paragraphs: string[] = []
  let open = false
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1]
    if (mark && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined
    if (forwarded.test(line)) break
    const indentedCode = /^(?: {4}|\t)/.test(line) && !open
    if (
      mark ||
      fence !== undefined ||
      indentedCode ||
      line.trim() === '' ||
      foreignLines.some((kind) => kind.test(line))
    ) {
      open = false
      continue
    }
    const item = /^\s*(?:[-*+\u2022]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/.exec(line)
    const words = line.slice(item?.[0].length ?? 0).trim()
    const isShort = typed && (paragraphs.at(-1)?.length ?? 0) < shortLine
    if (item || !open || isShort) paragraphs.push(words)
    else paragraphs[paragraphs.length - 1] += ` ${words}`
    open = true
  }
  return paragraphs
}

/** Removes markup and addresses from a sentence. */
const plain = (sentence: string): string =>
  sentence
    .replace(/!\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, ' ')
    .replace(/\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, '$1')
    .replace(/<?https?:\/\/[^\s>]+>?/g, ' ')
    .replace(/<\/?[a-z][^>]{0,200}>/gi, ' ')
    .replace(/(?:\*\*|__|~~|`)/g, '')
    .replace(/(?<=^|\s)[*_](?=\S)|(?<=\S)[*_](?=\s|$|[.,;:!?])/g, '')
    .replace(/(?=\s)(?<!\s|\s#[\p{L}\d_]+)(?:\s+#[\p{L}\d_]+)+\s*$/u, '')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
