const panes = ['prompt', 'report', 'try'] as const
/** The views at the right of an identity. */
export type Pane = (typeof panes)[number]

/** The chosen view in the address; on a narrow screen, none of them shows the items. */
export function paneSearch({ pane }: Record<string, unknown>): { pane?: Pane } {
  const known = panes.find((each) => each === pane)
  return known ? { pane: known } : {}
}
