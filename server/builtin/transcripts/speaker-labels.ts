import { verbCategories } from '../rules-files/rule-words.ts'

/** Recognizes speaker labels in transcripts: names, times and markers before the words, or on a line of their own. */

export interface SpeakerLabel {
  /** The name as compared: lower case, without markers. */
  key: string
  /** The name as written in the text. */
  name: string
  /** The rest of the line after the label; empty for a label on a line of its own. */
  rest: string
  /** Whether a time beside the name proves that it is a speaker's. */
  timed: boolean
  /** Signs that ordinary text has too: `<Name>`, a line of a list, and a name in small letters alone behind a time. */
  sign?: 'brackets' | 'list' | 'alone'
}

const clock = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d{1,6})?(?:\s?[AaPp]\.?[Mm]\b\.?)?(?:Z|\s?(?:UTC|GMT)|[+-]\d{2}:?\d{2})?`
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}'
const day = String.raw`(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?|${month} \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\d{1,2}\.? ${month}(?: \d{4})?|Today|Yesterday|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)`
const time = String.raw`(?:${day}(?:T|,?\s{1,2}(?:at )?))?${clock}`
/** Recorders give the beginning and the end: `00:00.000 --> 00:04.000`. */
const span = String.raw`${time}(?:\s{0,2}-{1,2}>\s{0,2}${clock})?`
const stamp = String.raw`(?:\[${span}\]|\(${span}\)|${span})`
const mark = '[*_]{0,3}'
const name = String.raw`[^\s:\uff1a*_<>[\](){}|#"\x60](?:[^:\uff1a\n*<>[\](){}|"\x60]{0,58}?[^\s:\uff1a*_<>[\](){}|"\x60])?`
/** `(she/her)` and `(AI)` say what somebody is, and `(Acme)` who it is. */
const addition = String.raw`(?:\s?(\((?!${time}\))[^()\n]{1,40}\)))?`
const role = /^\((?:AI|bot|human|agent|assistant|user|he\/him|she\/her|they\/them)\)$/i

const leading = new RegExp(String.raw`^${stamp}(?:\s{1,3}[-\u2013\u2014]\s|\s{0,3}-?>?\s{0,2})(?=\S)`, 'i')
const inline = new RegExp(
  String.raw`^([-*\u2022] )?${mark}[@[]?(${name})\]?${addition}${mark}(?:,?\s{1,3}(${stamp}))?${mark}\s?(?:\uff1a${mark}|:${mark}(?:\s|$))`,
  'i',
)
/** `[10:32] Ada`, with the words below. */
const nameAlone = /^[^\s:*_<>[\](){}|#"`.,;!?]+(?: [^\s:*_<>[\](){}|#"`.,;!?]+){0,2}\s*$/
/** Placeholders of messengers for pictures. */
const omitted = /^\s*<?(?:media|image|video|audio|sticker|gif|document|contact card) omitted>?\s*$/i
const notice = new RegExp(
  String.raw`^(?:\[${time}\]|${day}(?:T|,?\s{1,2}(?:at )?)${clock}\s{1,3}[-\u2013\u2014])\s`,
  'i',
)
const bracketed = /^(?:<@?([^<>\n]{1,40})>|\[(speaker[ _-]?\d{1,3})\])\s/i
const ownLine = new RegExp(
  String.raw`^${mark}@?(${name})${addition}${mark}(?:\s{1,3}(?:APP|BOT))?(?:,?\s{1,6}|\s[\u2013\u2014|\u00b7-]\s)${stamp}(?:\s\(edited\))?\s*$`,
  'i',
)
const headed = /^(?:#{1,6} {1,3}([^\n#*:]{1,40}?)|\*\*([^\n*:]{1,40})\*\*|__([^\n_:]{1,40})__)\s*:?\s*$/

/** The maximum length of a label, in characters. */
const maxLabelLine = 300

/** The label at the beginning of a line, for any name; undefined if the line has none. */
export function readLabel(line: string): SpeakerLabel | undefined {
  const text = line.slice(0, maxLabelLine).trimStart()
  const indent = Math.min(line.length, maxLabelLine) - text.length
  // A time has digits; most lines have none, and searching for times is the most expensive step.
  const mayHaveTime = /\d/.test(text)
  const own = mayHaveTime && line.length < maxLabelLine ? ownLine.exec(text) : null
  if (own) return labelOf(withAddition(own[1]!, own[2]), '', true)
  const before = (mayHaveTime && leading.exec(text)?.[0].length) || 0
  const named = text.slice(before)
  const rest = (found: RegExpExecArray) => line.slice(indent + before + found[0].length)
  const inBrackets = bracketed.exec(named)
  if (inBrackets) return labelOf((inBrackets[1] ?? inBrackets[2])!, rest(inBrackets), before > 0, 'brackets')
  const found = inline.exec(named)
  const isListed = found?.[1] !== undefined && !/^. [*_]/.test(named)
  const timed = before > 0 || found?.[4] !== undefined
  if (found) return labelOf(withAddition(found[2]!, found[3]), rest(found), timed, isListed ? 'list' : undefined)
  const alone = before > 0 && line.length < maxLabelLine && nameAlone.test(named) ? named.trim() : ''
  if (alone !== '' && isCapitalized(alone)) return labelOf(alone, '', true)
  // Behind a dash it is a notice of a messenger.
  if (alone !== '' && /[\])]\s*$/.test(text.slice(0, before))) return labelOf(alone, '', true, 'alone')
  const head = headed.exec(text)
  return head && line.length < maxLabelLine ? labelOf(head[1] ?? head[2] ?? head[3] ?? '', '', false) : undefined
}

const withAddition = (name: string, addition = '') =>
  addition === '' || role.test(addition) ? name : `${name} ${addition}`

const labelOf = (
  found: string,
  rest: string,
  timed: boolean,
  sign?: SpeakerLabel['sign'],
): SpeakerLabel | undefined => {
  const cleaned = (timed ? found.replace(/^from\s+(\S.*?)(?:\s+to\s.*)?$/i, '$1') : found)
    // Messengers mark a sender who is not a contact with a tilde.
    .replace(/^~\s?|\s+said$/gi, '')
    .trim()
  if (!looksLikeName(cleaned) && !(timed && lastNameFirst.test(cleaned))) return undefined
  const words = omitted.test(rest) ? '' : rest.trimStart()
  return { key: speakerKey(cleaned), name: cleaned, rest: words, timed, sign }
}

/** Whether the line is an event of the messenger: it has a date, or a time in brackets, and no speaker. */
export const isNotice = (line: string): boolean => {
  const text = line.slice(0, maxLabelLine).trimStart()
  return /^[\d[(]/.test(text) && notice.test(text)
}

export const speakerKey = (speaker: string): string =>
  speaker
    .replace(/[*_@<>]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** One to four words, or a phone number; a sentence before a colon is not a name, nor is an address. */
const looksLikeName = (text: string) =>
  phoneNumber.test(text) || (/\p{L}/u.test(text) && text.split(/\s+/).length <= 4 && !/[.!?,;]\s|\/\//.test(text))

const lastNameFirst = /^[\p{L}'’-]+, [\p{L}'’-]+(?: [\p{L}'’-]+\.?)?$/u
const phoneNumber = /^\+?\d[\d \u00a0\u202f().-]{5,20}\d$/

/** A name by its form alone: each word begins with a capital letter, or it is one word in small letters and digits. */
export const isCapitalized = (text: string) =>
  text.split(/\s+/).every((word) => /^\p{Lu}/u.test(word) || /^(?:de|van|von|der|da|del|la|al|bin)$/i.test(word))

export const humanNames: ReadonlySet<string> = new Set(
  'human,user,you,me,prompt,customer,nutzer,nutzerin,benutzer,mensch,kunde,kundin,ich,utilisateur,usuario,utente,q'.split(
    ',',
  ),
)
/** `Speaker 1`, as recorders name people: it may be anyone, the agent too. */
export const isNumberedSpeaker = (key: string): boolean =>
  /^(?:speaker|participant|person|sprecher|sprecherin|teilnehmer|teilnehmerin)[ -]?\d{1,3}$/.test(key)

export const assistantNames: ReadonlySet<string> = new Set(
  'a,assistent,assistentin,ki,asistente,assistente,assistant,ai,ai assistant,agent,bot,chatbot,model,chatgpt,gpt,gpt-4,gpt-4o,claude,gemini,copilot,llm,response'.split(
    ',',
  ),
)

/** Words that precede a colon in ordinary text. */
const ordinaryWords = new Set(
  `note,notes,nb,warning,error,errors,example,examples,todo,result,results,summary,step,steps,update,edit,ps,fix,subject,
date,from,to,cc,re,fyi,tldr,tl;dr,hint,tip,tips,important,question,answer,input,output,expected,actual,problem,solution,
reason,status,version,usage,options,option,pros,cons,goal,goals,context,background,action,actions,action items,decision,
next,next steps,conclusion,title,name,time,location,description,type,value,key,file,path,line,code,link,url,source,test,
tests,build,deploy,first,second,third,finally,also,however,remember,caution,disclaimer,default,before,after,today,
yesterday,tomorrow,priority,risk,risks,impact,owner,cause,root cause,plan,feature,bug,issue,task,tasks,done,requirements,
assumptions,monday,tuesday,wednesday,thursday,friday,saturday,sunday,quote,attachment,attachments,participants,topic,
agenda,system,command,log,logs,response time,total,price,yes,no,okay,ok,thanks,regards,http,https,mailto,caveat,details,
overview,objective,background info,format,method,request,response,return,returns,parameters,arguments,definition,latency,cost,costs,memory,cpu,budget,deadline,region,environment,database,frontend,
backend,scope,team,monitoring,rollback,migration,staging,production,security,effort,benefit,benefits,downside,upside,
advantage,advantages,email,phone,address,language,framework,api,server,client,users,why,what,how,who,when,where,good,
bad,better,worse,new,old,left,right,one,two,three,morning,evening,lunch,dinner,weather,music,food`
    .split(',')
    .map((word) => word.trim()),
)
export const isOrdinaryWord = (key: string) =>
  ordinaryWords.has(key) || /^(?:step|option|part|phase|day|week|q\d|v)\s?\d*$/.test(key)

const abstract = /(?:tion|sion|ment|ness|ity|ing|ency|ancy|ism|ship|ology|ics|ware|able|ible|ed|ly)$/
/** A name by the form of each word, which no verb and no common noun has: for a speaker with a single line. */
export const looksLikePerson = (name: string): boolean =>
  name
    .split(/\s+/)
    .every(
      (word) =>
        /^\p{Lu}[\p{Ll}'\u2019-]+(?:\p{Lu}\p{Ll}+)?$/u.test(word) &&
        !isOrdinaryWord(word.toLowerCase()) &&
        !abstract.test(word) &&
        !verbCategories.has(word.toLowerCase()),
    ) && name.split(/\s+/).length <= 3
