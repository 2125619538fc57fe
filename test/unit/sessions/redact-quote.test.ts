import { expect, test } from 'vitest'
import { cutQuote, redactText } from '../../../cli/sessions/redact-quote.ts'

const redactQuote = (text: string, home: string) => cutQuote(redactText(text, home))

test.each([
  ['Write to ada@example.com or jürgen.groß@post.example.de.', 'Write to [mail address] or [mail address].'],
  ['Clone git@github.com:acme/shop.git', 'Clone git@github.com:acme/shop.git'],
  ['Look into /root/work/notes.md', 'Look into ~/work/notes.md'],
  ['Look into /home/ada/notes.md, /Users/bob/x and C:\\Users\\Eve\\y', 'Look into ~/notes.md, ~/x and ~\\y'],
  ['Use the key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789', 'Use the key [redacted]'],
  ['password = correct-horse-battery', 'password = [redacted]'],
  ['password=Abc@example.gh!jkl9', 'password=[redacted]'],
  ['The password is Abc@example.gh!jkl9 and never print it', 'The password is [redacted] and never print it'],
  ['postgres://shop:p@ss.word9x!z@db.example.com/shop', 'postgres://shop:[redacted]@db.example.com/shop'],
  ['Always use /usr/home pages', 'Always use /usr/home pages'],
])('%s', (text, redacted) => {
  expect(redactQuote(text, '/root')).toBe(redacted)
})

test('the home folder is redacted in the names that tools give to folders of projects', () => {
  expect(redactText('home-ada-work-shop', '/home/ada')).toBe('~-work-shop')
  expect(redactText('in ~/.claude/projects/-Users-ada-shop', '/Users/ada')).toBe('in ~/.claude/projects/-~-shop')
  expect(redactText('the root of the shop', '/root')).toBe('the root of the shop')
})

test('a quote has at most 300 characters, and no half of one', () => {
  expect(redactQuote('a'.repeat(299).concat('😀 tail'), '/root')).toBe('a'.repeat(299))
  expect(redactQuote('a'.repeat(1000), '/root')).toHaveLength(300)
})

test('a secret at the border is redacted before the quote is cut', () => {
  const quote = redactQuote(`${'a '.repeat(140)}ghp_0123456789abcdefghijABCDEFGHIJ012345`, '/root')
  expect(quote).not.toContain('ghp_')
})
