import { fitsPattern } from './website-source.ts'

/** What a site asks robots to leave alone (RFC 9309). */
export interface Robots {
  /** Whether a path with its query may be read. */
  allows(path: string): boolean
  sitemaps: string[]
}

/** Of a site that asks for nothing. */
export const noRobots: Robots = { allows: () => true, sitemaps: [] }

interface Rule {
  allow: boolean
  pattern: string
}

/** The rules of a robots.txt for us: those under our name, or else those for everybody. */
export function readRobots(text: string, robotName: string): Robots {
  const groups = new Map<string, Rule[]>()
  const sitemaps: string[] = []
  let agents: string[] = []
  let isOpen = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? []
    const [key, wanted] = [field.toLowerCase(), value.trim()]
    if (key === 'sitemap') sitemaps.push(wanted)
    if (key === 'user-agent') {
      // Several names in a row begin one group.
      agents = isOpen ? [...agents, wanted.toLowerCase()] : [wanted.toLowerCase()]
      isOpen = true
    }
    if (key !== 'allow' && key !== 'disallow') continue
    isOpen = false
    if (wanted === '') continue
    for (const agent of agents) {
      const rules = groups.get(agent) ?? []
      groups.set(agent, rules)
      rules.push({ allow: key === 'allow', pattern: wanted })
    }
  }
  const rules = groups.get(robotName) ?? groups.get('*') ?? []
  return { sitemaps, allows: (path) => mostSpecific(rules, path)?.allow ?? true }
}

/** The longest pattern that fits; of equally long ones the one that allows. */
function mostSpecific(rules: Rule[], path: string): Rule | undefined {
  const fitting = rules.filter(({ pattern }) =>
    fitsPattern(pattern.endsWith('$') ? pattern.slice(0, -1) : `${pattern}*`, path),
  )
  return fitting.sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow))[0]
}
