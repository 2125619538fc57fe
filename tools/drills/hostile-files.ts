import { ok } from 'node:assert'
import { analyzeFile } from '#reader/rules-files/analyze-file.ts'
import type { Drill } from './drill.ts'

const MiB = 1024 * 1024

/** Repeats a unit up to a size. */
const of = (unit: string) => (bytes: number) => unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes)

/** Numbers its parts, so that none of them repeats. */
const numbered = (part: (n: number) => string) => (bytes: number) => {
  const parts: string[] = []
  for (let n = 0, length = 0; length < bytes; n++) {
    parts.push(part(n))
    length += parts.at(-1)!.length
  }
  return parts.join('').slice(0, bytes)
}

const files: Record<string, { filename?: string; make: (bytes: number) => string }> = {
  'a list that grows deeper': { make: numbered((n) => `${'  '.repeat(n)}- Always test\n`) },
  backticks: { make: of('`') },
  'runs of backticks': { make: numbered((n) => `${'`'.repeat(1 + (n % 2000))} a `) },
  'one line': { make: of('Always write the tests first and ') },
  'one word': { make: of('a') },
  'words that do not repeat': { make: numbered((n) => `w${((n * 2654435761) % 4294967296).toString(36)} `) },
  'rules that do not repeat': { make: numbered((n) => `- Always check the customer ${n} before service ${n * 7}\n`) },
  'rules that contradict': { make: numbered((n) => `- ${n % 2 ? 'Never' : 'Always'} answer in prose ${n}\n`) },
  asterisks: { make: of('*') },
  'open emphasis': { make: of('**a *b _c ') },
  'open links': { make: of('[a](') },
  'open images': { make: of('![a][') },
  'open comments': { make: of('[<!-- {{ ') },
  'open tags': { make: of('<a ') },
  fences: { make: of('```\n') },
  'table rows': { make: of('| a | b |\n|---|---|\n') },
  'empty lines': { make: of('\n') },
  quotations: { make: of('> ') },
  'YAML anchors': { filename: 'a.yaml', make: numbered((n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`) },
  'nested JSON': { filename: 'a.json', make: of('[') },
  'front matter': { make: (bytes) => `---\n${of('a: &a [*a, *a]\n')(bytes - 4)}` },
  addresses: { make: of('https://a.b/') },
  'Chinese sentences': { make: (bytes) => of('必须先写测试。')(bytes / 3) },
}

/** Processor time, which other work on the machine affects less than the clock. */
function millisecondsFor(content: string, filename?: string): number {
  const before = process.cpuUsage()
  analyzeFile({ content, ...(filename && { filename }) })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const mostSeconds = 20

export const hostileFiles: Drill = {
  summary:
    'files that are made to take long, of 1, 2 and 4 MiB, are analyzed in a time that grows no faster than they do',
  async run() {
    let slowest = { name: '', ms: 0 }
    for (const [name, { filename, make }] of Object.entries(files)) {
      const times = [1, 2, 4].map((size) => millisecondsFor(make(size * MiB), filename))
      console.log(`  ${name.padEnd(28)}${times.map((ms) => `${Math.round(ms)} ms`.padStart(9)).join('')}`)
      const [, half, whole] = times as [number, number, number]
      // Twice as long for twice the size, with a margin for other work that uses the processor's caches.
      ok(whole < half * 3.5 + 500, `${name}: ${Math.round(half)} ms for 2 MiB, ${Math.round(whole)} ms for 4 MiB`)
      ok(whole < mostSeconds * 1000, `${name} takes ${Math.round(whole)} ms`)
      if (whole > slowest.ms) slowest = { name, ms: whole }
    }
    return `${Object.keys(files).length} files; the slowest of 4 MiB was “${slowest.name}” with ${(slowest.ms / 1000).toFixed(1)} s of processor time`
  },
}
