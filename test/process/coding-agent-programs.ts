import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type Workspace, write } from './command.ts'

/** Small programs on the PATH in place of coding agents, which answer as FAKE_ANSWER says. */

/** The form in which each agent prints its answer; `text` holds it. */
const forms: Record<string, string> = {
  claude: 'console.log(JSON.stringify({ type: "result", result: text }))',
  codex: 'writeFileSync(process.argv[process.argv.indexOf("--output-last-message") + 1], text)',
  gemini: 'console.log(JSON.stringify({ session_id: "1", response: text }))',
  qwen: 'console.log(JSON.stringify([{ type: "system" }, { type: "result", result: text }]))',
  opencode: 'console.log(JSON.stringify({ type: "text", part: { type: "text", text } }))',
  copilot: 'console.log(text)',
}

const behaviors = `
const behaviors = {
  rules: () => process.env.FAKE_RULES,
  prose: () => 'I found that you like tabs.',
  half: () => process.env.FAKE_RULES.slice(0, -10),
  large: () => { console.log('x'.repeat(10 * 1024 * 1024)); return '' },
  failing: () => { console.error('Not logged in'); process.exit(1) },
  slow: () => { writeFileSync('../../slow', process.cwd()); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000) },
}`

/** Puts the agents on the PATH of a person. */
export function installAgents(person: Workspace): void {
  for (const [name, form] of Object.entries(forms)) {
    write(
      person,
      `bin/${name}`,
      `#!${process.execPath}
const { writeFileSync, readFileSync, readdirSync } = require('node:fs')
${behaviors}
const prompt = readFileSync(0, 'utf8')
const log = { args: process.argv.slice(2), prompt, files: readdirSync('.'), settings: process.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH }
writeFileSync(process.env.FAKE_LOG, JSON.stringify(log))
const text = behaviors[process.env.FAKE_ANSWER]()
${form}
`,
    )
    chmodSync(join(person.cwd, 'bin', name), 0o755)
  }
  person.env.PATH = `${join(person.cwd, 'bin')}:${process.env.PATH}`
  person.env.FAKE_LOG = join(person.cwd, 'log.json')
}
