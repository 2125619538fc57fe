/** Indexes of the first and the last of some lines. */
export interface LineRange {
  from: number
  to: number
}

/**
 * `silent` lines state nothing: headings, code blocks, definitions of links, decoration. A `caption` only introduces
 * code. `code` is indented, `struck` is struck out, `speech` is what somebody else says, and `aside` is
 * outside of the fence that holds the document.
 */
export type LineKind = 'silent' | 'prose' | 'caption' | 'code' | 'struck' | 'speech' | 'aside'

interface Surroundings {
  headings: readonly { text: string }[]
  leads: readonly string[]
}

export interface LineNote {
  kind: LineKind
  /** Headings and list titles above the line, outermost first. */
  titles: readonly string[]
}

/** The role of each line of a document, to tell why nothing was read in it. */
export class LineNotes {
  /** By the index of the line. */
  readonly lines: (LineNote | undefined)[] = []
  /** Lines that introduce a list. */
  readonly leads: { lead: number; list: LineRange }[] = []

  /** A line that states anything is not silent, whatever else is in it. */
  add({ from, to }: LineRange, kind: LineKind, { headings, leads }: Surroundings) {
    const titles = [...headings.map(({ text }) => text), ...leads]
    for (let at = from; at <= to; at++)
      if (kind !== 'silent' || this.lines[at] === undefined) this.lines[at] = { kind, titles }
  }

  lead({ to }: LineRange, list: LineRange) {
    this.leads.push({ lead: to, list })
  }
}
