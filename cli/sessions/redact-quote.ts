import { truncate } from '#core/base/strings.ts'
import { redactSecrets } from '#core/domain/text/secrets.ts'
import { dashedPath } from './dashed-path.ts'

/** Redacts, on this machine, text of a person that is printed as a quote or sent to the service. */

const maxQuoteLength = 300

const mailAddress = /(?<![\p{L}\p{N}._%+-])(?!git@)[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu
/** Folders of persons on any system: transcripts in a repository come from other machines. */
const anyHome = /(?:\/home|\/Users|\b[A-Za-z]:[\\/]+Users)[\\/]+[^\s\\/"'`<>|:;,()]{1,64}/g

/**
 * The text without secrets, mail addresses and the path of the home folder. Secrets go first: without the address in
 * it, the rest of a password such as `Abc@def.gh!jk9` would no longer look like one.
 */
export function redactText(text: string, home: string): string {
  const withoutSecrets = redactSecrets(text)
  // Tools name folders for a project after its path, `-home-ada-shop`; a home of one name could be any word.
  const dashed = dashedPath(home)
  const withoutDashed = dashed.includes('-') ? withoutSecrets.replaceAll(dashed, '~') : withoutSecrets
  const withoutHome = home.length > 1 ? withoutDashed.replaceAll(home, '~') : withoutDashed
  return withoutHome.replace(anyHome, '~').replace(mailAddress, '[mail address]')
}

/** The first 300 characters of a quote. */
export const cutQuote = (quote: string): string => truncate(quote, maxQuoteLength)
