import { z } from 'zod'
import { jsonShape } from '#core/base/json-shape.ts'
import { readYaml } from '#core/base/yaml.ts'
import type { SourceItem } from '#core/domain/formats/format.ts'
import { withLiveSyntax, withoutLiveSyntax } from '#core/domain/formats/live-syntax.ts'
import { noRules } from '#core/domain/formats/named-files.ts'
import { withoutCallers, withoutOccasions } from '#core/domain/formats/occasions.ts'
import { withoutInputs, withoutPlaceholders } from '#core/domain/formats/placeholders.ts'
import { readByFile } from '#core/domain/formats/registry.ts'
import { readSections } from '#core/domain/formats/sections.ts'
import { sourceLines } from '#core/domain/formats/source-lines.ts'
import { describeUse } from '#core/domain/formats/use-description.ts'
import { slugify } from '#core/domain/identity/slug.ts'
import { bindAlike } from '#core/domain/similar/binding.ts'
import { readNames } from '#core/domain/similar/names.ts'
import { contradict } from '#core/domain/similar/opposites.ts'
import { quantitiesOf, timeLimitOf } from '#core/domain/similar/quantities.ts'
import { rewrite } from '#core/domain/similar/rewritings.ts'
import { readCommitMessage } from '#core/domain/sources/commit-message.ts'
import { licenseOf } from '#core/domain/sources/definition-files.ts'
import { githubAddress } from '#core/domain/sources/github.ts'
import { parseRepositoryAddress } from '#core/domain/sources/repository-address.ts'
import { readRobots } from '#core/domain/sources/robots.ts'
import { markdownLinks } from '#core/domain/sources/web-content.ts'
import { postText } from '#core/domain/sources/x-posts.ts'
import { normalizeStatement } from '#core/domain/statement.ts'
import { talkOf } from '#core/domain/text/conversation-text.ts'
import { foldText } from '#core/domain/text/fold-text.ts'
import { readFrontMatter, splitFrontMatter, usedKeys } from '#core/domain/text/front-matter.ts'
import { heading, inline, oneLine, paragraph, strongParagraph } from '#core/domain/text/markdown.ts'
import { requireMerged } from '#core/domain/text/merge-conflicts.ts'
import { addressesModel, overridesModel } from '#core/domain/text/model-address.ts'
import { linesOutsideCode } from '#core/domain/text/outside-code.ts'
import { inPrintedRuns } from '#core/domain/text/printed-lines.ts'
import { looksSecret } from '#core/domain/text/secret-words.ts'
import { cleanText, quoteFinder, sanitize, sanitizeTitle } from '#core/domain/text/untrusted-text.ts'
import { joinWrappedLines } from '#core/domain/text/wrapped-lines.ts'
import { isGrounded, readAnswer } from '#core/models/answer.ts'
import { continuesNegated, negates } from '#core/models/negation-words.ts'
import { splitText } from '#core/models/parts.ts'
import { quoteFinder as foundQuote } from '#core/models/quotes.ts'
import { reasonOf, tenantsReason } from '#core/models/reason.ts'
import { surveyCommits } from '#reader/commits/survey.ts'
import { countTokens } from '#reader/count-tokens.ts'
import { embed } from '#reader/embedding/embedding.ts'
import { languageOf } from '#reader/language-of.ts'
import { decompose } from '#reader/rules-files/decompose.ts'
import { readLostLines } from '#reader/rules-files/lost-lines.ts'
import { isProgram } from '#reader/rules-files/program-code.ts'
import { readRules } from '#reader/rules-files/rules.ts'
import { suggestResponsibilities } from '#reader/rules-files/suggestions.ts'
import { tidyMarkdown } from '#reader/rules-files/tidy-markdown.ts'
import { splitSentences } from '#reader/sentences.ts'
import { parseTranscript } from '#reader/transcripts/transcript.ts'
import { saysItLasts } from '#reader/turns/lasting.ts'
import { learnFrom } from '#reader/turns/learning.ts'
import { observe } from '#reader/turns/observe.ts'
import { ownStatementOf } from '#reader/turns/own-statement.ts'
import { statementOf } from '#reader/turns/statement.ts'
import { turnSentences } from '#reader/turns/turn-sentences.ts'
import { mainTextOfHtml, textOfHtml, textOfXhtml } from '../../server/outside/html-text.ts'
import { readFeed } from '../../server/outside/web/feed.ts'
import { momentOf } from '../../server/outside/web/feed-dates.ts'
import { feedLinkIn } from '../../server/outside/web/feed-link.ts'
import { readPage } from '../../server/outside/web/page.ts'
import { readSitemap } from '../../server/outside/web/sitemap.ts'
import { newUrlGuard } from '../../server/outside/web/ssrf-guard.ts'
import { decodeXml } from '../../server/outside/web/xml.ts'

/** The readers by the length of a text that they read in a few milliseconds. */
export type ReadersByLength = Record<number, Record<string, (text: string) => unknown>>

const item: SourceItem = {
  id: '1',
  kind: 'responsibility',
  scope: 'agent',
  category: 'ownership',
  statement: '',
  starred: true,
  hidden: false,
  status: 'approved',
  display_order: 0,
  n_count: 1,
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
}

const transcript = (raw_text: string) => ({ raw_text, title: null, agent_name: 'Ada', other_name: 'Bob' })

/** Files of each kind that is told by its name. */
const paths = [
  'AGENTS.md',
  'SOUL.md',
  '.github/agents/ada.agent.md',
  '.claude/skills/ada/SKILL.md',
  'card.json',
  'a.toml',
  '.cursor/rules/a.mdc',
]

const contentTypes = ['conversation', 'github_commit', 'tweet', 'website_page'] as const

/** The readers of the service, whose texts arrive in requests, from websites and from repositories. */
export const serviceReaders: ReadersByLength = {
  100000: {
    cleanText,
    sanitize,
    sanitizeTitle,
    normalizeStatement,
    foldText,
    splitFrontMatter,
    linesOutsideCode,
    joinWrappedLines,
    looksSecret,
    requireMerged: (text) => requireMerged(text, 'The file'),
    talkOf: (text) => talkOf('Ada', text),
    quoteFinder: (text) => quoteFinder(text)(text.slice(0, -1)),
    inPrintedRuns: (text) => inPrintedRuns(text.split('\n')),
    overridesModel,
    addressesModel,
    jsonShape: (text) => jsonShape(text, { depth: 32, values: 50_000 }),
    slugify,
    noRules: (text) => noRules('content', [text]),
    readRobots: (text) => readRobots(text, 'agent-identity-service'),
    licenseOf,
    postText: (text) => postText(text, []),
    parseRepositoryAddress: (text) => parseRepositoryAddress(text, githubAddress('https://api.github.com')),
    splitText: (text) => splitText(text, 20_000),
    continuesNegated,
    decodeXml,
    momentOf,
    checkAddress: (text) => newUrlGuard([]).parse(`http://example${text}`),
    withLiveSyntax: (text) => withLiveSyntax('claude_md', text),
    withoutLiveSyntax: (text) => withoutLiveSyntax('claude_md', text),
    withoutOccasions,
    withoutCallers,
    withoutInputs,
    withoutPlaceholders: (text) => withoutPlaceholders(text, 'Ada'),
  },
  60000: {
    readAnswer: (text) => readAnswer(z.object({ rules: z.array(z.string()) }), text),
  },
  32000: {
    readSections,
    sourceLines: (text) => sourceLines(text, text.replace('a', 'b')),
    markdownLinks: (text) => markdownLinks(text, 'https://example.com'),
    readCommitMessage,
    foundQuote: (text) => foundQuote(text)(text.slice(1, -1)),
    tenantsReason,
    reasonOf: (text) => reasonOf(new Error(text), undefined),
    negates,
    languageOf,
    isProgram,
    splitSentences,
    tidyMarkdown: (text) => tidyMarkdown(text.split('\n')),
    textOfHtml,
    textOfXhtml,
    mainTextOfHtml,
    readPage: (text) => readPage(text, 'text/html', 'main'),
    readFeed: (text) => readFeed(text, 'https://example.com', 50),
    readFeedEntry: (text) =>
      readFeed(
        `<rss><channel><item><title>${text}</title><description>${text}</description></item></channel></rss>`,
        'https://example.com',
        50,
      ),
    readAtomEntry: (text) =>
      readFeed(
        `<feed><entry><id>${text}</id><content type="html">${text}</content></entry></feed>`,
        'https://example.com',
        50,
      ),
    readJsonFeed: (text) =>
      readFeed(
        JSON.stringify({ version: 'https://jsonfeed.org/version/1', items: [{ id: text, content_html: text }] }),
        'https://example.com',
        50,
      ),
    feedLinkIn: (text) => feedLinkIn(text, 'https://example.com'),
    readSitemap: (text) => readSitemap(Buffer.from(text)),
    ...Object.fromEntries(paths.map((path) => [path, (content: string) => readByFile([{ path, content }])])),
  },
  4000: {
    decompose,
  },
  8000: {
    // Statements have at most 4,000 characters.
    heading: (text) => heading(2, text),
    inline,
    oneLine,
    paragraph,
    strongParagraph,
    countTokens,
    usedKeys,
    readFrontMatter,
    contradict: (text) => contradict(text, `${text} b`),
    readYaml: (text) => readYaml(text, { depth: 32, values: 10_000, aliases: 0 }),
    'agents.yaml': (content) => readByFile([{ path: 'agents.yaml', content }]),
    // An analysis also compares each rule with up to 2,000 others.
    readLostLines: (text) => readLostLines(text, readRules(sanitize(text))),
  },
  24000: {
    parseTranscript: (text) => parseTranscript(transcript(text)),
    ...Object.fromEntries(
      contentTypes.map((type) => [
        type,
        (text: string) =>
          observe({
            source_type: type,
            title: null,
            content: type === 'conversation' ? `Bob: ${text}\n\nAda: ${text}` : text,
            agent_name: 'Ada',
          }),
      ]),
    ),
    surveyCommits: (text) =>
      surveyCommits(
        Array.from({ length: 12 }, () => ({
          repository: 'a/b',
          content: text,
          paths: [text],
          trailers: [text],
          weight: 1,
        })),
      ),
    embed: (text) => embed([text]),
    learnFrom: (text) => learnFrom([{ quote: text, statement: text, decision: 'approved' }]),
    suggestResponsibilities: (text) =>
      suggestResponsibilities({
        profile: { name: 'Ada', description: text, job_title: text },
        statements: [text],
        categories: ['ownership'],
        limit: 5,
      }),
    saysItLasts,
    ownStatementOf,
    statementOf,
    turnSentences,
    bindAlike: (text) => bindAlike(text, `${text} b`),
    readNames,
    quantitiesOf,
    timeLimitOf,
    rewrite,
    describeUse: (text) => describeUse({ name: 'Ada' }, text, [{ ...item, statement: text }]),
    isGrounded: (text) => isGrounded(text, text),
  },
}
