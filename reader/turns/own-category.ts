import type { Category } from '#core/domain/kinds.ts'

/** Things that people deliver at intervals. */
const product =
  /\b(?:reports?|summar(?:y|ies)|digests?|newsletters?|minutes|notes|updates?|overviews?|changelog|bulletins?|statements?|invoices?|figures|forecasts?|briefings?|articles?)\b/i
/** Repetition or a deadline: "every morning", not "every screen". */
const cadence =
  /\b(?:(?:every|each|per) (?:\w+ )?(?:hour|day|morning|evening|night|week|month|quarter|year|sprint|release|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|daily|nightly|weekly|monthly|quarterly|yearly|(?:once|twice|three times) an?|after (?:every|each)|same day|at the end of|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i
const denial =
  /\b(?:never|not(?! at all)|don't|no|without|avoid|mustn't|shouldn't|cannot|refuse|nie|niemals|nicht|keine?[nrm]?|nunca|jamás|jamais|pas)\b|不|没/i
/** With an exception, a denial is a condition: "not before an expert has read it". */
const exception = /\b(?:without|until|till|unless|before|except|only|ohne|bevor|bis|sin|antes de|sans|avant)\b/i

/** Categories by words that decide them, most specific first. A habit has the same category in all its wordings. */
const patterns: readonly [Category, (statement: string) => boolean][] = [
  [
    'ownership',
    (text) =>
      /\b(?:responsible for|accountable for|in charge of)\b|\b(?:is|are) (?:my|our) (?:job|responsibility|duty|task)\b|^(?:i |we |ich )?(?:own|oversee|maintain|look after|take care of|administer|curate|manage|supervise|verantworte|betreue|pflege|verwalte|kümmere mich um)\b|^ich bin .*\b(?:verantwortlich|zuständig)\b|^(?:my|our) (?:job|role|task|responsibility|duty) is\b/i.test(
        text,
      ),
  ],
  [
    'voice',
    (text) =>
      /\b(?:jargon|buzzwords?|emojis?|humou?r|sarcasm|exclamation|passive voice|active voice|plain (?:language|english|words)|tone of)\b|\b(?:replies|answers|emails|messages|sentences|tone|language|wording)\b.{0,20}\b(?:short|friendly|warm|honest|plain|polite|formal|concise|brief|kind|clear)\b|\b(?:short|friendly|warm|honest|plain|polite|formal|concise|brief|kind|clear)\b.{0,12}\b(?:replies|answers|emails|messages|sentences|tone|language|wording)\b/i.test(
        text,
      ),
  ],
  [
    'monitoring',
    (text) =>
      /^(?:always |i |ich )*(?:monitor|watch|track|observe|keep (?:an eye|track|tabs)|überwache|beobachte|kontrolliere)(?![p{L}])/i.test(
        text,
      ) ||
      (/^(?:always |i )*(?:check|review|look|read|inspect|scan)\b/i.test(text) &&
        (cadence.test(text) ||
          /\b(?:dashboards?|queues?|metrics?|logs?|alerts?|inbox|backlog|uptime|budgets?|latency|error rates?)\b/i.test(
            text,
          ))),
  ],
  [
    'deliverables',
    (text) =>
      /^(?:always |i )*(?:send|publish|deliver|post|write|prepare|produce|compile|present|share)\b/i.test(text) &&
      product.test(text) &&
      cadence.test(text),
  ],
  [
    'collaboration',
    (text) =>
      /\b(?:pull requests?|prs?|merge requests?|code reviews?|reviewers|hand-?overs?|escalat\w+|pair(?:s|ed|ing)? (?:with|on|program)|mentor\w*|onboard\w*)\b/i.test(
        text,
      ),
  ],
  ['axiom', (text) => /^(?:i|we) (?:\w+ly )?believe\b/i.test(text)],
  [
    'preference',
    (text) => /\b(?:prefer|rather|favou?rite|fan of|lieber|bevorzuge|prefiero|préfère)\b|喜欢/i.test(text),
  ],
  ['boundary', (text) => denial.test(text) && !exception.test(text)],
]

/** The category of what somebody says of themselves: a principle, unless its words decide otherwise. */
export const ownCategoryOf = (statement: string): Category =>
  patterns.find(([, matches]) => matches(statement))?.[0] ?? 'principle'
