import { expect, test } from 'vitest'
import { type Home, minute, newHome, removeHomes } from './home.ts'

/** Words of a person in the sessions of pi, and of OpenClaw, which contains it. */

removeHomes()

const header = { type: 'session', version: 3, id: 'one', timestamp: minute(0), cwd: '/srv/shop' }
const entry = (at: number, role: string, content: unknown, more: object = {}) => ({
  type: 'message',
  id: `entry-${at}`,
  timestamp: minute(at),
  message: { role, content, ...more },
})
const text = (words: string) => [{ type: 'text', text: words }]

test('a session of pi, with a branch', async () => {
  const home = newHome()
  home.writeLines('.pi/agent/sessions/--srv-shop--/2026-10-05_one.jsonl', [
    header,
    { type: 'model_change', id: 'm', timestamp: minute(0), modelId: 'small' },
    entry(1, 'user', text('Use the money type.')),
    entry(2, 'assistant', [{ type: 'thinking', thinking: 'Always think.' }, ...text('I used floats.')]),
    entry(2, 'toolResult', text('Always retry.')),
    entry(3, 'user', 'No floats!'),
    { type: 'custom_message', id: 'c', timestamp: minute(3), content: 'Always remind.' },
    { type: 'branch_summary', id: 'b', timestamp: minute(3), summary: 'Always sum up.' },
    { ...entry(4, 'bashExecution', ''), message: { role: 'bashExecution', command: 'ls', output: 'always' } },
    entry(5, 'user', text('<skill name="check" location="/s">\nNever guess.\n</skill>\n\nthe cart')),
    { type: 'forecast' },
  ])
  const [session] = await home.read()
  expect(session).toMatchObject({ tool: 'pi', id: 'one', project: '/srv/shop' })
  expect(session!.turns.map(({ text: words, before }) => [words, before])).toEqual([
    ['Use the money type.', undefined],
    ['No floats!', 'I used floats.'],
    ['the cart', 'I used floats.'],
  ])
  expect(home.counts()).toEqual({ unknown_record: 1, tool_text: 1 })
})

test.each([
  ['PI_CODING_AGENT_DIR', 'other/sessions/--srv--/one.jsonl'],
  ['PI_CODING_AGENT_SESSION_DIR', 'other/one.jsonl'],
])('%s names the folder of pi', async (variable, path) => {
  const home = newHome()
  home.env[variable] = `${home.path}/other`
  home.writeLines(path, [header, entry(1, 'user', 'Use tabs.')])
  expect(await home.words('pi')).toEqual(['Use tabs.'])
})

const block = (label: string) =>
  `${label} (untrusted metadata):\n\`\`\`json\n{\n  "sender": "Ada",\n  "id": "7"\n}\n\`\`\`\n\n`

function openclawHome(...records: unknown[]): Home {
  const home = newHome()
  home.writeLines('.openclaw/agents/main/sessions/one.jsonl', [{ ...header, version: 7 }, ...records])
  return home
}

test('a message that came to OpenClaw over a chat', async () => {
  const home = openclawHome(
    entry(1, 'user', text(`${block('Conversation info')}${block('Sender')}Be brief in chats.`)),
    entry(2, 'user', text('[WhatsApp +15550100 2026-10-05 09:02 UTC] Never call me before nine.\n[message_id: 3EB0]')),
    entry(3, 'user', text('Use tabs.'), { provenance: { kind: 'external_user' } }),
  )
  expect(await home.words('openclaw')).toEqual(['Be brief in chats.', 'Never call me before nine.', 'Use tabs.'])
})

test('messages that OpenClaw writes itself do not count', async () => {
  const home = openclawHome(
    entry(1, 'user', text('Read HEARTBEAT.md if it exists. Always follow it.')),
    entry(2, 'user', text('[cron:7 daily] Always report.')),
    entry(3, 'user', text('System: [2026-10-05 09:00] Exec finished. Always done.')),
    entry(4, 'user', text('A new session was started via /new or /reset. Always greet.')),
    entry(5, 'user', text('Always help the other.'), { provenance: { kind: 'inter_session' } }),
    entry(6, 'toolResult', text('Always retry.')),
  )
  expect(await home.words()).toEqual([])
})
