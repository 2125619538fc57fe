/** Texts that make a reader slow that tries one beginning after another, or looks for an end that never comes. */

/** Pieces that stand many times in a row. */
const pieces = [
  ...'|()[]{}<>`*_~#-+=.,:;!?"\'/\\&@$%^',
  ...[' ', '\t', '\n', '\r', ' \n', '\n\n', '\u00a0', '\u3000', '\u200d', '\u0301', '\u{1f44d}'],
  ...['[ ', '](', '[a](', '![', '{{', '${', '<!--', '</', '<|', '``', '**', '""', '<a ', '&#', '({', '[{'],
  ...[
    'a',
    '0',
    'a ',
    'A ',
    'a, ',
    'a: ',
    'a. ',
    'a-',
    'a.',
    'a/',
    'a@',
    'a_',
    '1. ',
    '00:',
    '0-',
    '000,',
    '- ',
    '# ',
    '> ',
  ],
  ...['if ', 'not ', 'never a ', 'я', '中', '中。', ' #a', '"a" ', "'a' ", '`a` ', '**a** ', '*a ', '(a) ', '`a'],
  ...['a\n', 'a: \n', '- a\n', '> a\n', '# a\n', '|\n', '| a |\n', '| a | b |\n', '|-|\n', '```\n', '~~~\n', '---\n'],
  ...['===\n', '<a>\n', '</a>\n', '[a]: a\n', '"\n', '* * *\n', 'a:\n', '1. a\n', '- a:\n', '**a:**\n', 'Ada: a\n'],
  ...[
    '- Never a b.\n',
    'Always do a. ',
    '<li>',
    '<b>a</b>',
    '@-',
    '<!-- -->',
    '\\\n',
    '> ',
    '\u2028',
    '- [ ] a\n',
    'a | b\n',
  ],
]

/** Beginnings of forms, for pieces that matter in one only. */
const beginnings = ['- ', '| a |\n|-|\n', '# ', '"', '`', '```\n', '---\n', '<a ', '{"a":"', 'Ada: ', '- **a', 'a\n']
const piecesOfForms = [' ', '\n', '\\', '"', '*', '|', 'a ', '- ', '000,']

/** Each level of a list stands one deeper. */
const nested = (mark: string) => (length: number) => {
  let text = ''
  for (let depth = 0; text.length < length; depth++) text += `${' '.repeat(2 * depth)}${mark}\n`
  return text.slice(0, length)
}

const repeated = (beginning: string, piece: string) => (length: number) =>
  `${beginning}${piece.repeat(Math.ceil(length / piece.length))}`.slice(0, length)

/** Makes a text of a length. */
export type Shape = (length: number) => string

/** The shapes by what they consist of. */
export const hostileShapes: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ...pieces.map((piece): [string, Shape] => [JSON.stringify(piece), repeated('', piece)]),
  ...beginnings.flatMap((beginning) =>
    piecesOfForms.map((piece): [string, Shape] => [
      `${JSON.stringify(beginning)} and ${JSON.stringify(piece)}`,
      repeated(beginning, piece),
    ]),
  ),
  ['nested lists', nested('- a')],
  ['nested quotations', (length) => '> '.repeat(length / 2)],
  ['opened and closed brackets', (length) => '['.repeat(length / 2) + ']'.repeat(length / 2)],
  ['opened and closed parentheses', (length) => '('.repeat(length / 2) + ')'.repeat(length / 2)],
  ['a blank after blanks', (length) => `a${' '.repeat(length - 2)}b`],
  ['a long cell', (length) => `|${' '.repeat(length)}\n|x`],
  ['lines of cells under an item', (length) => `- ${'|\n'.repeat(length / 2)}`],
  [
    'sentences that differ',
    (length) => Array.from({ length: length / 32 }, (_, at) => `Always check the parcel no ${at}. `).join(''),
  ],
  [
    'runs of backticks of growing length',
    (length) => {
      let text = ''
      for (let run = 1; text.length < length; run++) text += `${'`'.repeat(run)} `
      return text.slice(0, length)
    },
  ],
])
