import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { isIdentifier, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { beforeAll, expect, test } from 'vitest'

/** Comments and documents are plain English, and names are nouns that can be searched for. */

const root = join(import.meta.dirname, '../../..')

/** Generated files, frozen ones, and this list itself. */
const ignored = /(?:^|\/)schema\.ts$|^server\/db\/migrations\/|^test\/unit\/repository\/words\.test\.ts$/
/** Its keys are English words that the service reads in other people's texts. */
const wordTables = /^core\/domain\/similar\/synonyms\.ts$/

/** Openings that put the object before the verb. */
const opening = /^(?:What|Whose|Of|Those|That|Whatever|Whoever)\b/i
const plainOpening = 'begin with the verb (Caches …, Returns …, Locks … first, because …) or with the noun'

const phrases: [phrase: RegExp, plain: string][] = [
  [/\banew\b/i, 'again'],
  [/\b(?:can|could)(?:not| not)? be had\b/i, 'is available, was unavailable'],
  [/\bthreads? that serves?\b/i, 'the main thread'],
  [/\bwhat is (?:larger|longer|older|newer|smaller|shorter)\b/i, 'larger files, longer texts …: the noun'],
  [/\btell(?:s|ing)? nothing of\b/i, 'does not distinguish'],
  [/\b(?:say|said|saying)s? the same\b/i, 'is equivalent'],
  [/\b(?:whoever|whomever)\b/i, 'anyone who, the caller, the reader …: the noun'],
  [/\bin this moment\b/i, 'concurrently, at this point'],
  [/\b(?:is|are) told apart\b/i, 'is distinguished'],
  [/\bto mend\b|\bmend(?:s|ed|ing)\b/i, 'to fix'],
]

/** Of documents alone, in which clauses are longer. */
const phrasesOfDocuments: [phrase: RegExp, plain: string][] = [
  [/\bin place of\b/i, 'instead of'],
  [/(?:[;:]|\b(?:and|but|since|because|as|if|when|where|while))\s+what\b/i, 'the noun, or a clause with a subject'],
]
/** The history of the project, whose entries stay as they were written, and instructions that agents read. */
const notRead = /^(?:AGENTS|CHANGELOG)\.md$|^plugins\//

const names: [name: RegExp, noun: string][] = [
  [/^Found(?:[A-Z]\w*)?$/, 'SearchHit, Match, Preview …: the thing'],
  [/^Told(?:[A-Z]\w*)?$/, 'Observation, Report …: the thing'],
  [/^Said(?:[A-Z]\w*)?$/, 'Statement, Sentence …: the thing'],
  [/^Held$/, 'ItemCounts, HeldStatement …: the thing'],
  [/^Worded(?:[A-Z]\w*)?$/, 'Wording, Phrase …: the thing'],
  [/^Asked(?:[A-Z]\w*)?$/, 'Question, PendingRequest …: the thing'],
  [/^Kept(?:[A-Z]\w*)?$/, 'CachedX, StoredX'],
  [/^Stamped(?:[A-Z]\w*)?$/, 'RevisionStamp, CachedX'],
  [/^Draw$/, 'AvatarDrawing, RandomChoice …: the thing'],
  [/^asker$|^Asker$/, 'requester, Requester'],
  [/^(?:place|Place|placeOf)$/, 'worker, binding, bucket, folder, index, offset …: the thing'],
  [/^There$/, 'the thing'],
  [/^soon$/, 'deferred'],
  [/^apart$/, 'inThread, separately …: the way'],
  [/^whenDone$/, 'onSuccess, onClose'],
  [/^keptWith$/, 'memoizeOn'],
  [/^given$/, 'input'],
]

interface Passage {
  file: string
  line: number
  text: string
}

const comments: Passage[] = []
const declared: Passage[] = []
const documents: Passage[] = []

beforeAll(() => {
  const api = new API({ cwd: root })
  try {
    for (const config of ['tsconfig.json', 'web/tsconfig.json', 'clients/typescript/tsconfig.json']) {
      const { program } = api.updateSnapshot({ openProjects: [join(root, config)] }).getProject(join(root, config))!
      for (const name of program.getSourceFileNames()) read(program.getSourceFile(name)!)
    }
  } finally {
    api.close()
  }
  for (const file of documentFiles()) {
    for (const passage of passagesOf(readFileSync(join(root, file), 'utf8'))) documents.push({ file, ...passage })
  }
})

test('comments and names are found', () => {
  expect(comments.length).toBeGreaterThan(5000)
  expect(declared.length).toBeGreaterThan(20_000)
  expect(sentencesOf('/** First of two. Of\n * which this is one.\n *\n * Third, `of. Those` */')).toEqual([
    'First of two.',
    'Of which this is one.',
    'Third, `…`',
  ])
})

test('no sentence of a comment begins with the object', () => {
  expect(
    report(comments, (text) => sentencesOf(text).filter((sentence) => opening.test(sentence)), plainOpening),
  ).toEqual([])
})

test.each(phrases)('no comment says %s', (phrase, plain) => {
  expect(report(comments, (text) => sentencesOf(text).filter((sentence) => phrase.test(sentence)), plain)).toEqual([])
})

test('sentences of documents are found', () => {
  expect(documents.length).toBeGreaterThan(2000)
  const text =
    '# Of all\n\nOne [link](a.md). Two\nlines `of code`.\n\n```sh\n# What\n```\n\n- Of three\n- four\n\n| a | That |\n'
  const found = passagesOf(text).flatMap(({ text }) => sentencesOf(text))
  expect(found).toEqual(['Of all', 'One link.', 'Two lines `…`.', 'Of three', 'four', 'a', 'That'])
  expect(passagesOf(text).map(({ line }) => line)).toEqual([1, 3, 10, 11, 13, 13])
})

test('no sentence of a document begins with the object', () => {
  const begins = new RegExp(opening.source)
  expect(
    report(
      documents,
      (text) => sentencesOf(text).filter((sentence) => begins.test(sentence)),
      'begin with the subject',
    ),
  ).toEqual([])
})

test.each([...phrases, ...phrasesOfDocuments])('no document says %s', (phrase, plain) => {
  expect(report(documents, (text) => sentencesOf(text).filter((sentence) => phrase.test(sentence)), plain)).toEqual([])
})

test.each(names)('nothing is named %s', (name, noun) => {
  expect(report(declared, (text) => (name.test(text) ? [text] : []), noun)).toEqual([])
})

const report = (passages: Passage[], wrongIn: (text: string) => string[], better: string) =>
  passages.flatMap(({ file, line, text }) => wrongIn(text).map((wrong) => `${file}:${line} ${wrong} → ${better}`))

/** Collects the comments of a file, and the names that it declares. */
function read(source: SourceFile): void {
  const file = relative(root, source.fileName)
  if (/(?:^|\/)node_modules\//.test(file) || file.startsWith('..') || ignored.test(file)) return
  const { text } = source
  const lineAt = (position: number) => text.slice(0, position).split('\n').length
  declared.push({ file, line: 1, text: camelCase(basename(file)) })
  // Literals hold slashes and stars that begin no comment, so they are left out of the text that is searched.
  let code = ''
  let end = 0
  const visit = (node: Node): void => {
    const { name } = node as { name?: Node }
    if (name && isIdentifier(name) && !uses.has(node.kind) && !wordTables.test(file)) {
      declared.push({ file, line: lineAt(name.getStart(source)), text: name.text })
    }
    if (literals.has(node.kind)) {
      const start = node.kind === SyntaxKind.JsxText ? node.pos : node.getStart(source)
      code += text.slice(end, start) + '_'.repeat(node.end - start)
      end = node.end
    }
    node.forEachChild(visit)
  }
  visit(source)
  code += text.slice(end)
  for (const { index, 0: whole } of code.matchAll(comment)) {
    comments.push({ file, line: lineAt(index), text: text.slice(index, index + whole.length) })
  }
}

const literals = new Set<SyntaxKind>([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
  SyntaxKind.JsxText,
])
/** Nodes whose name was declared elsewhere. */
const uses = new Set<SyntaxKind>([
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.ExportSpecifier,
  SyntaxKind.JsxAttribute,
  SyntaxKind.ShorthandPropertyAssignment,
  SyntaxKind.MetaProperty,
])

/** A block, or line comments below each other. */
const comment = /\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g

const documentFiles = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)) && !notRead.test(file))

/** Headings, paragraphs, list entries and cells of tables, without blocks of code and the addresses of links. */
function passagesOf(text: string): Omit<Passage, 'file'>[] {
  const passages: Omit<Passage, 'file'>[] = []
  let isCode = false
  let isNew = true
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const plain = line
      .replace(/^\s*```.*/, '')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
    if (isCode || plain === '') {
      isNew = true
      continue
    }
    const [, mark, rest] = /^(#+ |[-*] |\d+\. |> |\|)?(.*)$/.exec(plain)!
    if (mark === '|') {
      passages.push(
        ...rest!.split('|').flatMap((cell) => (/\w/.test(cell) ? [{ line: index + 1, text: cell.trim() }] : [])),
      )
    } else if (isNew || mark) {
      passages.push({ line: index + 1, text: rest! })
    } else {
      passages.at(-1)!.text += `\n${rest}`
    }
    isNew = mark === '|' || mark?.startsWith('#') === true
  }
  return passages
}

/** Paragraphs, list entries and tags begin sentences, as do capital letters after a full stop. Quoted code is left out. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(?:\/\/+|\*)/gm, '')
    .replace(/`[^`]*`/g, '`…`')
    .split(/\n\s*\n|\n\s*(?=[-*@] ?\w)|(?<=[.!?][)"”]?)\s+(?=[A-Z`])/)
    .map((sentence) =>
      sentence
        .replace(/^\s*(?:[-*]|@\w+) ?/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '')
}

const camelCase = (file: string) =>
  file.replace(/\..*/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
