import { irregularForms } from '../../domain/similar/synonyms.ts'
import { finiteVerbs, neverVerbs, verbCategories } from '../rules-files/rule-words.ts'

/** The words by which `norms.ts` recognizes what a person always, never or habitually does, as data. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** States of mind, perceptions and involuntary acts: "I always forget" and "I never know" are small talk, no norms. */
export const mentalVerbs = words(`
  admire assume believe care cherish cry die dream drink eat enjoy expect fall fear feel find forget get guess happen hate have hear hope imagine
  know laugh like live look lose love matter mean mind miss need notice obey prefer realize regret remain remember say seem see sleep sing smile sound stare struggle
  suppose suspect tell think understand wake want wish wonder worry sit stand stay walk travel tend end arrive crash struggle seek
`)
/** Past forms without a past ending, after which "never" tells what did not happen. */
const pastForms = words(`
  had did got went was were came said thought saw knew felt heard forgot lost met paid meant kept sent wrote ran made gave took found told bought
  brought caught began grew chose drew spoke broke left held led built been gone slept ate drank drove flew sat stood won
`)
/** Base forms that could as well be the past: "I read the chapter", "we put it aside". */
export const ambiguousVerbs = words('read put set cut let hit shut cost quit split spread hurt bet')
/** Verbs that mostly report one event; in the present tense they need a word that says "always". */
export const weakVerbs = words('take go come make give have call ask start show move bring leave turn open sign')
/** Verbs of habit that the rules' table does not list. */
const moreVerbs = words(
  `insist ensure answer reply thank apologize teach bring sell treat pay buy clean cook turn repeat rehearse round sign paint measure promise blame interrupt discuss recommend water rotate spend speak talk listen
  wash sharpen bake season taste weigh pack seal sweep dust iron fold lock unlock feed groom train coach grade return lend borrow file stamp
  rehearse practise practice perform record proofread credit donate invoice bill charge refund greet welcome invite host serve drive park repair
  oil grease rinse disinfect sterilize prescribe vaccinate plant prune harvest compost count restock price bargain haggle carry`,
)

/** Whether the word is the base form of a verb that says what someone does on purpose. */
export const isActionVerb = (word: string): boolean =>
  word !== 'never' &&
  !mentalVerbs.has(word) &&
  (verbCategories.has(word) ||
    moreVerbs.has(word) ||
    (/^(?:re|pre|double-|cross-)\w/.test(word) && verbCategories.has(word.replace(/^(?:re|pre|double-|cross-)/, ''))))

/** Whether a word that no table knows may be such a verb; for places where the wording leaves little else. */
export const isLikelyVerb = (word: string): boolean =>
  isActionVerb(word) ||
  (/^[a-z]{3,}$/.test(word) &&
    !/(?:ed|ing|ly|ous|ful|less|able|ible|ive|ic)$/.test(word) &&
    ![mentalVerbs, pastForms, neverVerbs, finiteVerbs].some((list) => list.has(word)) &&
    !irregularForms.has(word) &&
    word !== 'never')

/** A word that makes a sentence general. */
export const general =
  /\b(?:always|never|every|each|all|any|only|whenever|everywhere|everything|anything|daily|weekly|monthly|quarterly|without|until|unless|by default|as a rule|no matter)\b|\b(?:before|after|when|if|while|once)\s+(?:i|we|a|an|any|the|it|they|you|anyone|someone|\w+ing)\b|\b(?:on|at)\s+(?:\w+days|weekends|night)\b/i

/** Words about how something is said, beside those of the rules. */
export const toneAdjectives =
  'warm|honest|kind|friendly|polite|short|brief|concise|plain|clear|calm|formal|informal|direct|respectful|patient|constructive|specific|empathetic|transparent|precise|factual|neutral|light|playful|humble|blunt|simple'
export const toneNouns =
  'tone|voice|wording|style|language|replies|reply|answers?|messages?|e-?mails?|feedback|writing|sentences?|words|comments?|texts?|posts?|explanations?|critiques?|criticism|copy'
/**
 * How the author speaks or writes: a tone noun with a tone adjective on either side, or words that are about nothing
 * else.
 */
export const aboutTone = new RegExp(
  `\\b(?:${toneAdjectives})\\b(?:,? (?:and )?\\w+)? (?:${toneNouns})\\b|\\b(?:${toneNouns})\\b (?:is |are |be |should be |must be |stay |to be |(?:as )?)?(?:always |very |both )?(?:${toneAdjectives})\\b|\\bjargon\\b|\\bbuzzwords?\\b|\\bemojis?\\b|\\bhumou?r\\b|\\bsarcasm\\b|\\bexclamation\\b|\\bpassive voice\\b|\\bactive voice\\b|\\bplain (?:language|english|words)\\b|\\bglossary\\b|\\btone of\\b`,
  'i',
)

/** What one watches. */
export const watched =
  /\b(?:dashboards?|queues?|metrics?|logs?|alerts?|inbox|backlog|uptime|budgets?|latency|error rates?|status|sla|slos?|health|pipelines?|monitoring|costs?|spend|usage|capacity|trends?|graphs?|kpis?)\b/i
/** What one hands over at intervals. */
export const delivered =
  /\b(?:reports?|summar(?:y|ies)|digests?|newsletters?|minutes|notes|updates?|overviews?|changelog|bulletins?|statements?|invoices?|figures|forecasts?|briefings?|articles?|release notes)\b/i
/** What one does with others. */
export const shared =
  /\b(?:pull requests?|prs?|merge requests?|code reviews?|reviewers|hand-?overs?|escalat\w+|pair(?:s|ed|ing)? (?:with|on|program)|mentor\w*|onboard\w*|coordinat\w+|collaborat\w+)\b/i
/** That something happens again and again, or by a deadline: "every morning", not "every screen". */
export const cadence =
  /\b(?:(?:every|each|per) (?:\w+ )?(?:hour|day|morning|evening|night|week|month|quarter|year|sprint|release|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|daily|nightly|weekly|monthly|quarterly|yearly|(?:once|twice|three times) an?|whenever|after (?:every|each)|same day|at the end of|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i
