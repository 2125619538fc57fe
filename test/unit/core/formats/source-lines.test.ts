import { expect, test } from 'vitest'
import { sourceLines } from '#core/domain/formats/source-lines.ts'

test.each([
  ['a body after front matter', '---\nname: x\n---\n\n# T\n\n- One\n', '\n# T\n\n- One\n', [0, 5, 0, 7, 0]],
  ['line ends of Windows and of old Macs', '# T\r\n\r\n- One\r- Two', '# T\n\n- One\n- Two', [1, 0, 3, 4]],
  ['equal lines, in order', '- One\n- Two\n- One\n- Two', '- One\n- One\n- Two', [1, 3, 4]],
  ['a value of JSON, on one line', '{\n  "system": "Be kind.\\nSay \\"no\\"."\n}', 'Be kind.\nSay "no".', [2, 2]],
  ['values in another order', '{\n"b": "Second",\n"a": "First"\n}', 'First\n\nSecond', [3, 0, 2]],
  ['a block of YAML', 'role: x\ngoal: >\n  Sort\n  the mail\n', 'Sort\nthe mail', [3, 4]],
  ['a line that is not in the file', '- {{char}} is kind\n- Two', '- Ada is kind\n- Two', [0, 2]],
])('%s', (_, content, text, lines) => {
  expect(sourceLines(content, text)).toEqual(lines)
})

test.each([
  ['equal lines', '- Again\n'.repeat(100_000), '- Again\n'.repeat(100_000)],
  ['one long line', JSON.stringify('word and word\n'.repeat(100_000)), 'word and word\n'.repeat(100_000)],
  ['lines that are nowhere', 'x'.repeat(4_000_000), 'y\n'.repeat(100_000)],
])('%s are found in linear time', (_, content, text) => {
  expect(sourceLines(content, text)).toHaveLength(100_001)
})
