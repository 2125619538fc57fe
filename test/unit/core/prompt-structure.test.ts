import fc from 'fast-check'
import type { Heading, List, Nodes, Paragraph, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { toString as textOf } from 'mdast-util-to-string'
import { gfmTable } from 'micromark-extension-gfm-table'
import { describe, expect, test } from 'vitest'
import { categoryHeadings, type Profile, renderFile, renderPrompt } from '#core/domain/identity/prompt.ts'
import { categories, kinds } from '#core/domain/kinds.ts'
import { emptyProfile, item } from './identity-items.ts'

const parse = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })

const fragments = [
  ...[
    '#',
    '# ',
    '###### ',
    '-',
    '- ',
    '---',
    '- - -',
    '+ ',
    '*',
    '* ',
    '**',
    '***',
    '* * *',
    '_',
    '__',
    '___',
    '_ _ _',
  ],
  ...[
    '>',
    '> ',
    '1.',
    '1. ',
    '12) ',
    '123456789. ',
    '===',
    '~~~',
    '```',
    '````',
    '`',
    '``',
    '\\',
    '\\\\',
    '\\`',
    '\\<',
  ],
  ...[
    '[x]: /url',
    '[x]',
    '[ ] ',
    '[x] ',
    '[^1]: ',
    '[a](b)',
    '![a](b)',
    '](',
    '|',
    '| a | b |',
    '| --- |',
    ':-:',
    '$$',
  ],
  ...[
    '<',
    '>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<details>',
    '<b',
    '</',
    '<?',
    '<!X',
    '<![CDATA[',
    '<div ',
    '/>',
  ],
  ...[
    '<https://a.b>',
    '<a@b.c>',
    'https://a.b',
    '&lt;script&gt;',
    '&#10;',
    '&',
    ' ',
    '  ',
    '      ',
    '\t',
    '\n',
    '\n\n',
  ],
  ...[
    '\r',
    '\r\n',
    '\v',
    '\f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u00a0',
    '\u0000',
    '\u001c',
    '\u200b',
    '\ufeff',
    '\ud800',
  ],
  ...[
    'a',
    'word',
    '1',
    '.',
    '"',
    ':',
    '# Boundaries',
    '## Beliefs',
    '\n## Beliefs\n\n- none',
    ':::note',
    '{{x}}',
    '日本',
  ],
]
const hostile = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fragments) }, fc.string({ maxLength: 6 })), {
    maxLength: 9,
  })
  .map((parts) => parts.join(''))
const hostileItems = fc.array(
  fc
    .record({ category: fc.constantFrom(...categories), statement: hostile, starred: fc.boolean() })
    .map(({ category, statement, starred }) => item(category, statement, { starred })),
  { maxLength: 8 },
)
const hostileProfile: fc.Arbitrary<Profile> = fc.record({
  name: hostile,
  description: fc.option(hostile),
  job_title: fc.option(hostile),
  location: fc.option(hostile),
  timezone: fc.option(hostile),
  identity_markers: fc.array(hostile, { maxLength: 3 }),
})

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const isParent = (node: Nodes): node is Parents => 'children' in node
const descendants = (node: Nodes): Nodes[] => [node, ...(isParent(node) ? node.children.flatMap(descendants) : [])]

/** The blocks of a document as the renderer intends them; anything else is a break-out. */
const structureOf = (markdown: string) => {
  const root = parse(markdown)
  const nodes = descendants(root)
  expect(nodes.filter(({ type }) => ['html', 'definition', 'code', 'break', 'table'].includes(type))).toEqual([])
  expect(
    root.children.map(({ type }) => type).filter((type) => !['heading', 'paragraph', 'list'].includes(type)),
  ).toEqual([])
  const listItems = root.children
    .filter((node): node is List => node.type === 'list')
    .flatMap(({ children }) => children)
  for (const listItem of listItems) expect(listItem.children.map(({ type }) => type)).toEqual(['paragraph'])
  const headings = root.children.filter((node): node is Heading => node.type === 'heading')
  return {
    headings: headings.slice(1).map((heading) => `${heading.depth} ${textOf(heading)}`),
    title: headings[0]!,
    paragraphs: root.children.filter(({ type }) => type === 'paragraph').length,
    statements: listItems.map(({ children }) => children[0] as Paragraph),
  }
}

/** The headings below the title that a prompt with items of these categories has. */
const expectedHeadings = (used: ReadonlySet<string>) =>
  Object.values(kinds).flatMap(({ plural, categories }) => {
    const sections = categories.filter((category) => used.has(category))
    const title = plural === 'beliefs' ? 'Beliefs' : 'Responsibilities'
    return sections.length === 0
      ? []
      : [`2 ${title}`, ...sections.map((category) => `3 ${categoryHeadings[category].title}`)]
  })

describe('a prompt', () => {
  test('keeps its structure whatever statements and profile hold', () => {
    fc.assert(
      fc.property(hostileProfile, hostileItems, (profile, items) => {
        const used = new Set(items.map(({ category }) => category))
        const { headings, title, paragraphs, statements } = structureOf(renderPrompt(profile, items))
        expect(title.depth).toBe(1)
        expect(headings).toEqual(expectedHeadings(used))
        expect(statements).toHaveLength(items.length)
        const note = items.length === 0 || items.some(({ starred }) => starred) ? 1 : 0
        const description = oneLine(profile.description ?? '') === '' ? 0 : 1
        expect(paragraphs).toBe(1 + description + note + headings.length)
      }),
      { numRuns: 400 },
    )
  })

  test('has no control token of a chat template, wherever one stands and whatever is around it', () => {
    const tokens = ['<|im_start|>', '<|eot_id|>', '[INST]', '[/INST]', '<<SYS>>', '<</SYS>>', '<s>', '</s>']
    const anyToken = fc.constantFrom(...tokens, '<start_of_turn>', '<｜User｜>', '[SYSTEM_PROMPT]')
    const around = fc.constantFrom('', '`', '``', '\\', '**', ' ', 'a', '<', '[')
    const text = fc.array(
      fc.tuple(around, anyToken, around).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    fc.assert(
      fc.property(text, fc.boolean(), (parts, starred) => {
        const statement = parts.join(' ')
        const prompt = renderPrompt({ ...emptyProfile, name: statement, description: statement }, [
          item('boundary', statement, { starred }),
        ])
        expect(prompt).not.toMatch(
          /<\|\w+\|>|\[\/?INST\]|<<\/?SYS>>|<start_of_turn>|<｜User｜>|<\/?s>|\[SYSTEM_PROMPT\]/,
        )
      }),
      { numRuns: 400 },
    )
  })

  test('shows each statement as it is but for backslashes, and all of a starred one in bold, of others nothing', () => {
    const bare = (text: string) => text.replaceAll('\\', '')
    fc.assert(
      fc.property(hostile, fc.boolean(), (statement, starred) => {
        const markdown = renderPrompt(emptyProfile, [item('boundary', statement, { starred })])
        const [shown] = structureOf(markdown).statements
        const { start, end } = shown!.position!
        const source = markdown.slice(start.offset, end.offset)
        expect(bare(starred ? source.slice(2, -2) : source)).toBe(bare(oneLine(statement) || '\ufffd'))
        if (starred) expect(shown!.children.map(({ type }) => type)).toEqual(['strong'])
        else expect(descendants(shown!).filter(({ type }) => type === 'strong')).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  test('has the text of a statement without inline markdown as its plain text', () => {
    const plain = hostile.map(oneLine).filter((text) => text !== '' && !/[`*_[\]&\\~:]|\ud800/.test(text))
    fc.assert(
      fc.property(plain, fc.boolean(), (statement, starred) => {
        const [shown] = structureOf(renderPrompt(emptyProfile, [item('voice', statement, { starred })])).statements
        expect(textOf(shown!)).toBe(statement)
      }),
      { numRuns: 400 },
    )
  })

  test('has the name as its title', () => {
    const plain = hostile.map(oneLine).filter((text) => text !== '' && !/[`*_[\]&\\~:]|\ud800/.test(text))
    fc.assert(
      fc.property(plain, (name) => {
        expect(textOf(structureOf(renderPrompt({ ...emptyProfile, name }, [])).title)).toBe(name)
      }),
    )
    expect(renderPrompt({ ...emptyProfile, name: 'Team #' }, [])).toMatch(/^# Team \\#\n/)
  })

  test.each([
    ['# heading', '\\# heading'],
    ['#hashtag', '#hashtag'],
    ['C# and F#', 'C# and F#'],
    ['---', '\\---'],
    ['- - -', '\\- - -'],
    ['* * *', '\\* * *'],
    ['___', '\\_\\_\\_'],
    ['- nested', '\\- nested'],
    ['-v means verbose', '-v means verbose'],
    ['a - b', 'a - b'],
    ['1. first', '1\\. first'],
    ['1) first', '1\\) first'],
    ['1.5 days', '1.5 days'],
    ['> quote', '\\> quote'],
    ['a > b', 'a > b'],
    ['a < b', 'a < b'],
    ['``` fence', '\\``` fence'],
    ['~~~', '\\~~~'],
    ['[x]: /url', '\\[x]: /url'],
    ['[ ] task', '\\[ ] task'],
    ['[link](url) stays', '[link](url) stays'],
    ['<!-- comment -->', '\\<!-- comment -->'],
    ['use <placeholder>', 'use \\<placeholder>'],
    ['use `<placeholder>` and `a\\`', 'use `<placeholder>` and `a\\`'],
    ['\\<b> is escaped already, \\\\<b> is not', '\\<b> is escaped already, \\\\\\<b> is not'],
    ['open ` and <b>', 'open ` and \\<b>'],
    ['`code**`, *emphasis*, some_long_name, a__b__c', '`code**`, *emphasis*, some_long_name, a__b__c'],
    ['**the most** important', '\\*\\*the most\\*\\* important'],
    ['***all of it***', '\\*\\*\\*all of it\\*\\*\\*'],
    ['__init__ and 2**3', '\\_\\_init\\_\\_ and 2\\*\\*3'],
    ['ends in \\', 'ends in \\'],
    ['two\nlines\u2028or\u0085four\r\nhere', 'two lines or four here'],
  ])('writes %j as %j', (statement, written) => {
    expect(renderPrompt(emptyProfile, [item('voice', statement)])).toContain(`\n- ${written}\n`)
  })

  test.each([
    ['a ** b', '**a \\*\\* b**'],
    ['ends in \\', '**ends in \\\\**'],
    ['`a*b` and a*b', '**`a*b` and a\\*b**'],
    ['- # `', '**- # `**'],
  ])('writes a starred %j as %j', (statement, written) => {
    expect(renderPrompt(emptyProfile, [item('voice', statement, { starred: true })])).toContain(`\n- ${written}\n`)
  })

  test('does not let a code span of two fields free the HTML between them', () => {
    const profile = { ...emptyProfile, name: 'a `', job_title: '`<b>` `', location: '<i>' }
    expect(structureOf(renderPrompt(profile, [])).headings).toEqual([])
  })
})

describe('a file', () => {
  test('keeps its structure whatever statements and profile hold', () => {
    fc.assert(
      fc.property(hostileProfile, hostileItems, (profile, items) => {
        const beliefs = items.filter(({ kind }) => kind === 'belief')
        const used = new Set(beliefs.map(({ category }) => category))
        const soul = structureOf(renderFile('soul', profile, items))
        expect(soul.headings).toEqual(beliefs.length === 0 ? ['2 Beliefs'] : expectedHeadings(used))
        expect(soul.statements).toHaveLength(beliefs.length)

        const identity = structureOf(renderFile('identity', profile, items))
        const fields = [profile.job_title, profile.location, profile.timezone, profile.identity_markers.join(', ')]
        expect(identity.headings).toEqual([])
        expect(identity.statements).toHaveLength(fields.filter((field) => oneLine(field ?? '') !== '').length)
      }),
      { numRuns: 200 },
    )
  })
})
