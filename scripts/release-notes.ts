/** The changelog of a release, made of a file for each change. */

const sections = ['Changed', 'Added', 'Removed', 'Fixed', 'Security'] as const
type Section = (typeof sections)[number]

/** A file of `changes`. */
export interface Change {
  name: string
  text: string
}

/** @throws an error that names the file if it does not begin with a section. */
export function readChange({ name, text }: Change): { section: Section; entry: string } {
  const [, word, entry] = /^(\w+): (\S[\s\S]*)$/.exec(text.trim()) ?? []
  const section = sections.find((one) => one === word)
  if (section === undefined || entry === undefined)
    throw new Error(`changes/${name} must begin with one of ${sections.join(', ')} and a colon`)
  return { section, entry: `- ${entry.replaceAll('\n', '\n  ')}` }
}

/** The changelog with everything unreleased, of its own and of the files, below the heading of a release. */
export function releaseIn(changelog: string, changes: readonly Change[], release: string): string {
  const [, head, unreleased, rest] = /^([\s\S]*?## \[)Unreleased\]\n([\s\S]*?)(?=\n## \[|$)([\s\S]*)$/.exec(changelog)!
  const read = changes.map(readChange)
  const blocks = sections.flatMap((section) => {
    const own = new RegExp(`### ${section}\n\n([\\s\\S]*?)(?=\n### |$)`).exec(unreleased!)?.[1]?.trim()
    const entries = [own, ...read.filter((one) => one.section === section).map(({ entry }) => entry)].filter(Boolean)
    return entries.length > 0 ? [`### ${section}\n\n${entries.join('\n')}`] : []
  })
  return `${head}Unreleased]\n\n## [${release}\n\n${blocks.join('\n\n')}\n${rest}`
}
