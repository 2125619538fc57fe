import { expect, test } from 'vitest'
import { readCommands, wordsBehindCommand } from '../../../cli/transcripts/command-bodies.ts'
import { minute, newHome, removeHomes } from './home.ts'

/** Texts of a person's own commands, which some tools store like prompts. */

removeHomes()

const body = 'Check the cart and say what is missing. Never guess.'

function commandsOf(files: Record<string, string>) {
  const home = newHome()
  for (const [path, content] of Object.entries(files)) home.write(path, content)
  return readCommands({ user: [`${home.path}/commands`], project: ['.tool/commands'] }, `${home.path}/project`)
}

test.each([
  ['as it stands', body, body, ''],
  ['with front matter', `---\ndescription: checks\n---\n${body}\n`, body, ''],
  ['with words at its end', body, `${body}\n\nuse tabs`, 'use tabs'],
  [
    'with words inside',
    'Check $ARGUMENTS and say what is missing. Never guess $ARGUMENTS.',
    'Check the cart and say what is missing. Never guess the cart.',
    'the cart',
  ],
  ['with two words', 'Compare the file $1 with the file $2', 'Compare the file a.md with the file b.md', 'a.md b.md'],
  [
    'with output of a shell',
    'Here is the difference:\n!`git diff`\nReview: $ARGUMENTS',
    'Here is the difference:\n+ always\nReview: the names',
    'the names',
  ],
])('%s', (_, command, message, words) => {
  expect(wordsBehindCommand(message, commandsOf({ 'commands/check.md': command }))).toBe(words)
})

test('commands in TOML, in folders and of a project', () => {
  const commands = commandsOf({
    'commands/git/check.toml': `prompt = """\n${body} {{args}}\n"""`,
    'project/.tool/commands/ask.md': 'Ask me about the prices, one by one.',
  })
  expect(wordsBehindCommand(`${body} the cart`, commands)).toBe('the cart')
  expect(wordsBehindCommand('Ask me about the prices, one by one.', commands)).toBe('')
})

test('other text is not the text of a command', () => {
  const commands = commandsOf({
    'commands/check.md': body,
    'commands/any.md': '$ARGUMENTS',
    'commands/short.md': 'Go: $1',
    'commands/broken.toml': 'prompt = ',
    'commands/notes.txt': 'Use tabs in every file, always.',
  })
  for (const message of ['Check the cart.', 'Go: home', 'Use tabs in every file, always.', `Now: ${body}`]) {
    expect(wordsBehindCommand(message, commands)).toBeUndefined()
  }
})

test('a command of Qwen Code without a terminal leaves no mark, and its file tells', async () => {
  const home = newHome()
  const project = `${home.path}/shop`
  const say = (at: number, text: string) => ({
    uuid: `record-${at}`,
    sessionId: 'one',
    timestamp: minute(at),
    type: 'user',
    provenance: 'real_user',
    cwd: project,
    message: { parts: [{ text }] },
  })
  home.write('shop/.qwen/commands/check.md', `${body} {{args}}`)
  home.writeLines('.qwen/projects/shop/chats/one.jsonl', [
    say(1, 'Use tabs.'),
    say(2, `${body} now, please`),
    say(3, 'Go on.'),
  ])
  expect(await home.words()).toEqual(['Use tabs.', 'now, please', 'Go on.'])
})
