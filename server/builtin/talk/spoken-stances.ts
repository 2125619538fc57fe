import { lowerFirst } from '../rules-files/wording.ts'
import { contentWords, isDeed, match, type Rule } from './clause.ts'
import { isLikelyVerb } from './norm-words.ts'
import { gerund, named } from './spoken-objects.ts'

/**
 * Rules for the positions that people take in talk: worries, values, support, wishes and refusals. Their object is
 * usually the matter at hand ("I like this proposal"), which is not a belief: only statements that name their object
 * are kept.
 */
const we = '(?:i|we|i personally|we as an organization)'
const very =
  '(?:really |just |personally |much |very |strongly |generally |definitely |always |usually |still |also |pretty |a (?:little )?bit |a little |somewhat |slightly |mildly |quite |so |such |too |more |most |more and more |increasingly |incredibly |extremely |super |highly |deeply |weakly |fairly |rather |mostly |mainly |again |fully |entirely |particularly |especially |massively |100 % |totally |completely |absolutely |100% |all )*'
const am = `(?:${we} (?:am|are|have (?:always )?been|would be|remain)|i'm|we're|(?:i|we)'ve (?:always )?been|(?:i|we)'d be)`

const said =
  /^(?:to )?(?:say|see|hear|know|think|talk|ask|thank|mention|go|get|be|have|do|come|say|tell|discuss|hear|look|wait|take|give|interrupt|start|bikeshed|spend|open|change the|block|force|add|bring)\b/i

const worries: Rule = (clause) => {
  const [link, what] =
    match(
      clause,
      `^${am} ${very}(?:concerned|worried|nervous|wary|uncomfortable|hesitant|uneasy|cautious|afraid) (about|of|with|by|that) (.+)$`,
    ) ??
    match(
      clause,
      `^${we} ${very}(?:worry|have ${very}(?:some |serious |similar |strong |many |a lot of )*(?:concerns?|reservations|worries)|share (?:the |those |these |some )?concerns?) (about|with|over|on|that) (.+)$`,
    ) ??
    match(
      clause,
      `^(?:my|our) (?:\\w+ ){0,2}(?:concerns?|worry|worries|fears?)(?: (?:here|there|i have|we have))* (?:is|are) ${very}(that|with|about|around|) ?(.+)$`,
    ) ??
    []
  const object = named(what)
  if (!object) return undefined
  if (link?.toLowerCase() !== 'that' && /(?<!\b(?:that|which|who) )\b(?:is|are|was|were|isn't|aren't)\b/i.test(object))
    return undefined
  const told = link?.toLowerCase() === 'that' ? 'that' : 'about'
  return { statement: `Worry ${told} ${object}`, confidence: 0.55, category: 'principle' }
}

/** "I'm not sure it's worth the complexity", "we don't think it's worth breaking old clients". */
const spares: Rule = (clause) => {
  const cost = match(
    clause,
    `^(?:${am} not ${very}(?:sure|convinced)|${we} (?:don't|do not) ${very}(?:think|believe|feel like))(?: that| if| whether)? (?:it's|it is|that's|this is|it would be) ${very}worth (?:the |all the )?(?:added |extra |additional )?(?!it\\b|doing\\b|having\\b|while\\b)(.+)$`,
  )?.[0]
  const object = named(cost)
  return object ? { statement: `Worry about ${object}`, confidence: 0.5, category: 'principle' } : undefined
}

const doubts: Rule = (clause) => {
  const what =
    match(
      clause,
      `^${am} ${very}(?:skeptical|sceptical|suspicious|unconvinced|not ${very}convinced|not ${very}(?:a )?sold) (?:about|of|by|on|that|with) (.+)$`,
    )?.[0] ?? match(clause, `^${we} (?:do not|don't) ${very}believe in (.+)$`)?.[0]
  const object = named(what)
  return object ? { statement: `Be skeptical of ${object}`, confidence: 0.6, category: 'preference' } : undefined
}

const weight = '(?:important|crucial|essential|critical|vital|paramount|key|valuable|invaluable|desirable)'
const matters: Rule = (clause) => {
  const [what, rest = ''] =
    match(clause, `^([^,]+?),? (?:is|are|will be) ${very}${weight}((?: (?:for|to|in|when|because|so|and) .+)?)$`) ?? []
  if (
    what &&
    named(what) === what &&
    !/^(?:there|so|and|but|the most|most|more|because|if|when|i|we)\b|\b(?:that|which|who)\b/i.test(what) &&
    what.split(/\s+/).length <= 9
  )
    return {
      statement: `${what} ${/s$/.test(what) && !/(?:ss|ness|ing)$/.test(what) ? 'are' : 'is'} important${/^ for (?!us|me|you|it|this|that|them)/i.test(rest) ? rest : ''}`,
      confidence: 0.55,
      category: 'principle',
    }
  const [link, deed] =
    match(
      clause,
      `^(?:it's|it is|it was|it) ${very}${weight} (?:for (?:\\w+ ){1,3}?)?(to|that) (?!(?:note|remember|say|mention|understand|know|point|realize|recognize|keep in mind|talk|call out|emphasize|hear|be aware)\\b)(.+)$`,
    ) ?? []
  const needed = named(deed)
  if (needed && contentWords(needed) > 1 && !/^(?:we|i) (?:make that|talk|discuss)/i.test(needed))
    return { statement: `It is important ${link} ${needed}`, confidence: 0.6, category: 'principle' }
  const most = match(
    clause,
    `^(?:what's|what is|what matters|the (?:most|really) important thing|the (?:main|biggest|key) thing)(?: ${very}(?:important|to me|for me|for us|most|here))* is (?:that |to )?(.+)$`,
  )?.[0]
  const thing = named(most)
  return thing && contentWords(thing) > 1
    ? { statement: `${thing} is important`.replace(/^to /i, ''), confidence: 0.5, category: 'principle' }
    : undefined
}

/** "What I care about is the reader", "what I don't like is a surprise". */
const cares: Rule = (clause) => {
  const [verb, what] =
    match(
      clause,
      `^what (?:i|we) ${very}(care about|love|like|prefer|want|hate|dislike|don't like|do not like|don't want)(?: ${very}| the most)*(?: about)? is (?:that |to |when )?(.+)$`,
    ) ?? []
  const object = named(what)
  if (!verb || !object) return undefined
  const start = /^care/i.test(verb) ? 'Care about' : /^(?:hate|dislike|do)/i.test(verb) ? 'Avoid' : 'Prefer'
  return { statement: `${start} ${object}`, confidence: 0.55, category: 'preference' }
}

/** "My view is that …", "our goal is to …", "my unpopular opinion is that …" */
const holds: Rule = (clause) => {
  const [noun, held] =
    match(
      clause,
      `^(?:my|our) (?:\\w+ ){0,2}(position|stance|view|opinion|preference|philosophy|take|rule|goal|advice|recommendation|belief|claim|bias|principle|approach|point of view|line|bar|mantra|motto)(?: for [^,]{2,30},?)?(?: (?:here|there|on \\w+(?: \\w+){0,3}|right now|in general))* (?:is|are|was|has always been|would be) ${very}(?:that |to |,? ?)?(.+)$`,
    ) ?? []
  const what = named(held)
  if (!noun || !what) return undefined
  if (
    /^(?:goal|rule|advice|recommendation|approach|philosophy)$/i.test(noun) &&
    isDeed(what, isLikelyVerb) &&
    contentWords(what) > 1
  )
    return { statement: what, confidence: 0.6 }
  return contentWords(what) > 1 && /\b(?:is|are|should|must|need|has to|have to|makes?|beats?)\b/i.test(what)
    ? { statement: what, confidence: 0.6, category: 'principle' }
    : undefined
}

/** "I'm an advocate for encryption", "we oppose adding APIs that …", "I'm pro open web", "I would not be in favor of …" */
const stands: Rule = (clause) => {
  const against =
    match(
      clause,
      `^${am} ${very}(?:opposed to|against|anti|not ${very}in favou?r of|not ${very}(?:supportive|fond) of) (?:ever )?(.+)$`,
    )?.[0] ??
    match(
      clause,
      `^${we} (?:would )?(?:not be ${very}in favou?r of|${very}(?:oppose|object to|caution against|push back (?:on|against)|advocate against|argue against|reject)) (.+)$`,
    )?.[0]
  const banned = named(against)
  if (banned) return { statement: `Avoid ${banned}`, confidence: 0.6, category: 'preference' }
  const supports =
    match(
      clause,
      `^(?:${am} )?${very}(?:an? |the )?${very}(?:(?:big|huge|great|strong|firm|massive|large) )*(?:advocates?|proponents?|supporters?|champions?|believers?) (?:for|of|in) (.+)$`,
    )?.[0] ??
    match(clause, `^${am} ${very}(?:pro|fond of|supportive of|committed to|all in on) (.+)$`)?.[0] ??
    match(clause, `^${we} (?:would |want to )?${very}(?:advocate|argue) (?:for|that we) (.+)$`)?.[0]
  const supported = named(supports)
  return supported ? { statement: `Prefer ${supported}`, confidence: 0.6, category: 'preference' } : undefined
}

/** "We want to avoid …", "we don't want to run …", "I'd like to see more …" */
const wants: Rule = (clause) => {
  const avoided =
    match(
      clause,
      `^${we}(?:'d| would)? ${very}(?:want|try|like|need|ought|have|tend)(?: us)? to ${very}avoid (.+)$`,
    )?.[0] ??
    match(clause, `^${we} should ${very}avoid (.+)$`)?.[0] ??
    match(
      clause,
      `^${we} ${very}(?:don't|do not|wouldn't|would not) ${very}want to ${very}(?:encourage|promote|recommend|end up with) (.+)$`,
    )?.[0] ??
    match(clause, `^${we}(?:'d| would) ${very}like to see us (?:not |avoid )(.+)$`)?.[0]
  const shunned = named(avoided)
  if (shunned)
    return {
      statement: `Avoid ${isDeed(shunned) ? gerund(shunned) : shunned}`,
      confidence: 0.6,
      category: 'preference',
    }
  const kept = match(
    clause,
    `^${we}(?:'d| would)? ${very}(?:want|like|need)(?: us)? to ${very}((?:ensure|make sure|keep|maintain|preserve|minimize|encourage|make) .+)$`,
  )?.[0]
  const [verb = '', aim] = match(kept ?? '', '^((?:ensure|make sure)(?: that)?|\\w+) (.+)$') ?? []
  const aimed = named(aim)
  if (aimed && contentWords(aimed) > 1) return { statement: `${verb} ${aimed}`, confidence: 0.55 }
  const refused = match(clause, `^we ${very}(?:don't|do not) ${very}want to ${very}(.+)$`)?.[0]
  const undone = refused && !said.test(refused) ? named(refused) : undefined
  if (undone && isDeed(undone, isLikelyVerb) && contentWords(undone) > 1)
    return { statement: `Do not ${undone}`, confidence: 0.55, category: 'boundary' }
  const more = match(clause, `^${we}(?:'d| would) ${very}(?:like|love) to see ((?:more|less|fewer) .+)$`)?.[0]
  const wished = named(more)
  return wished ? { statement: `Prefer ${wished}`, confidence: 0.5, category: 'preference' } : undefined
}

/** "Prefixes are a bad idea", "we should be careful with …" */
const judges: Rule = (clause) => {
  const [what, sort] =
    match(
      clause,
      `^((?:[\\w'/-]+ ){1,8}?)(?:is|are|is ${very}|are ${very}) ?${very}(?:an? )?${very}(bad|terrible|horrible|awful|good|great) (?:idea|practice|thing)$`,
    ) ?? []
  if (what && sort && named(what) && !/^(?:so|and|but|if|when|because)\b/i.test(what))
    return {
      statement: `${/^(?:good|great)$/i.test(sort) ? 'Prefer' : 'Avoid'} ${lowerFirst(what.trim())}`,
      confidence: 0.55,
      category: 'preference',
    }
  const [shunned] =
    match(
      clause,
      `^((?:[\\w'/-]+ ){1,6}?)(?:is|are|can be) (?:just |${very})*(?:an? )?(?:really |very |code )*(?:dangerous|harmful|evil|icky|sins?|overrated|a waste of time|(?:code )?smells?|anti-?patterns?|mistakes?)(?: and .+)?$`,
    ) ?? []
  if (shunned && named(shunned) && !/^(?:so|and|but|if|when|because|there|my|his|the only)\b/i.test(shunned))
    return { statement: `Avoid ${lowerFirst(shunned.trim())}`, confidence: 0.55, category: 'preference' }
  const fine = match(
    clause,
    "^(?:it's|it is) (?:always |totally |perfectly |completely )?(?:ok|okay|fine|all right|alright) to (.+)$",
  )?.[0]
  const allowed = named(fine)
  if (allowed && isDeed(allowed, isLikelyVerb) && contentWords(allowed) > 1)
    return { statement: `It is fine to ${allowed}`, confidence: 0.5, category: 'principle' }
  const [seen, as] =
    match(
      clause,
      `^${we} (?:always |usually |tend to |like to |really )+(?:see|view|treat|think of|regard) (.+?) as (.+)$`,
    ) ?? []
  const treated = named(as)
  if (named(seen) && treated)
    return { statement: `Treat ${seen} as ${treated}`, confidence: 0.6, category: 'principle' }
  const care = match(
    clause,
    `^we (?:should|need to|have to|must) ${very}(be ${very}(?:careful|conservative|skeptical|cautious|wary|strict|explicit|consistent|diligent|mindful|aware)(?: .+)?)$`,
  )?.[0]
  return care && contentWords(care) > 1 && !/\b(?:this|that|it|these|those)\b/i.test(care)
    ? { statement: `Always ${care}`, confidence: 0.55 }
    : undefined
}

export const spokenStances: readonly Rule[] = [worries, spares, doubts, stands, matters, cares, holds, wants, judges]
