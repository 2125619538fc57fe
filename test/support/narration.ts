import { styleText } from 'node:util'

/** How tours print what they do. */

let chapters = 0

export function chapter(title: string, calls: string) {
  chapters += 1
  console.log(`\n${bold(`${chapters}. ${title}`)}  ${dim(calls)}`)
}

export const line = (text: string) => console.log(text === '' ? '' : `   ${text}`)
export const bold = (text: string) => styleText('bold', text)
export const dim = (text: string) => styleText('dim', text)

/** Prints a text, with a mark on the lines that an earlier one lacks. */
export function showChanges(before: string, after: string) {
  const old = new Set(before.split('\n'))
  for (const text of after.trimEnd().split('\n')) {
    line(old.has(text) ? dim(`  ${text}`) : styleText('green', `+ ${text}`))
  }
  line('')
}
