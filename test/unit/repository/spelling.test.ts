import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** American spelling in names, comments, messages and documents. */

const root = join(import.meta.dirname, '../../..')

const ise =
  'apologi|authori|capitali|categori|centrali|characteri|critici|customi|emphasi|finali|generali|initiali|locali|maximi|memori|minimi|moderni|neutrali|normali|optimi|organi|penali|prioriti|randomi|reali|recogni|saniti|seriali|speciali|standardi|summari|synchroni|tokeni|utili|visuali'
const british = new RegExp(
  [
    `(?:${ise})s(?:e[drs]?|ing|ations?)(?![a-z])`,
    '(?:anal|catal|paral)ys(?:e[drs]?|ing)(?![a-z])',
    '(?:cancel|channel|fuel|label|level|model|signal|travel|tunnel)l(?:ed|ing|er|ers)(?![a-z])',
    '(?:arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum|vap)our',
    '(?:cent|fib|lit|theat)re(?:[ds]|(?![a-z]))',
    '(?<![a-z])(?:catalogue|cheque|defence|enrol|fulfil|grey|judgement|learnt|licence|offence|pretence|practise|programme|skilful|spelt|whilst)[ds]?(?![a-z])',
  ].join('|'),
  'i',
)

/** Words that the service reads in texts of others, in either spelling. */
const wordTables =
  /^(?:reader|core\/domain\/(?:similar\/(?:labeled-pairs|words|synonyms)|text\/secret-words|starter-roles))/
/** Names defined by a protocol. */
const protocolNames = /notifications\/cancelled/g
/** Frozen files, and pictures. */
const left = /^server\/db\/migrations\/|\.(?:png|svg|woff2?|ico)$/

const files = execFileSync('git', ['ls-files', 'core', 'reader', 'server', 'web', 'scripts', 'docs', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => !left.test(path))

test('the spelling is American', () => {
  expect(files.length).toBeGreaterThan(400)
  const wrong = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const text = (wordTables.test(path) ? commentOf(line) : line).replaceAll(protocolNames, '')
        const word = british.exec(text)?.[0]
        return word ? [`${path}:${at + 1} ${word}`] : []
      }),
  )
  expect(wrong).toEqual([])
})

/** In word tables only comments are prose. */
const commentOf = (line: string) => /^\s*(?:\/\*\*?|\*|\/\/).*|\/\/ .*/.exec(line)?.[0] ?? ''
