/** Patterns of the dates and times beside names in transcripts, as messengers write them in several languages. */

const half = String.raw`(?:[ap]\.?\s?m\b\.?|Uhr\b|[صم](?!\p{L})|오전|오후|上午|下午|午前|午後)`
const zone = String.raw`(?:Z|\s?(?:UTC|GMT)|[+-]\p{Nd}{2}:?\p{Nd}{2})`
const clock = String.raw`(?:${half}\s?)?\p{Nd}{1,2}[:.h]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?:[.,]\p{Nd}{1,6})?(?:\s?${half})?${zone}?`
const month = String.raw`(?:jan|feb|m[aä]r|a[pbv]r|ma[igy]|ju[ln]|giu|lug|a[ug]g|ago|ao[uû]|sep|set|o[ckut]t|nov|di[cz]|d[eé]c|dez|ene|gen|f[eé]v|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\p{L}{0,9}\.?`
const weekday = `(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)`
const near = `(?:today|yesterday|heute|gestern|aujourd.hui|hier|hoy|ayer|oggi|ieri|hoje|ontem|сегодня|вчера|今天|昨天|今日|昨日|오늘|어제)`
const year = String.raw`\p{Nd}{4}(?: г\.)?`
const day = `(?:${[
  String.raw`\p{Nd}{4}[./-] ?\p{Nd}{1,2}[./-] ?\p{Nd}{1,2}\.?`,
  String.raw`\p{Nd}{4}[年년] ?\p{Nd}{1,2}[月월] ?\p{Nd}{1,2}[日일]`,
  String.raw`\p{Nd}{1,2}[./-](?:\p{Nd}{1,2}|${month})(?:[./-]\p{Nd}{2,4})?`,
  String.raw`${month} \p{Nd}{1,2}(?:st|nd|rd|th)?(?:,? ${year})?`,
  String.raw`\p{Nd}{1,2}(?:\.|er)?(?: de)? ${month}(?:(?: de)? ${year})?`,
  near,
  weekday,
].join('|')})`

/** A date and the words that join it to a time. */
const dayBefore = String.raw`${day}(?:T|[,،]?\s{0,2}(?:(?:at|um|à|a las|às|alle|klo|в) )?)`
/** A time, with or without a date. */
export const time = `(?:${dayBefore})?${clock}`
/** A date with a time. */
export const dateAndTime = dayBefore + clock
/** Recorders give the beginning and the end: `00:00.000 --> 00:04.000`, and in seconds `0.00s -> 4.00s`. */
const span = String.raw`(?:${time}(?:\s{0,2}-{1,2}>\s{0,2}${clock})?|\p{Nd}{1,5}\.\p{Nd}{1,3}s?\s?-{1,2}>\s?\p{Nd}{1,5}\.\p{Nd}{1,3}s?)`
/** A time as it stands beside a name. */
export const stamp = String.raw`(?:\[${span}\]|\(${span}\)|${span})`
