/** Prints what a command found: as JSON with `--json`, otherwise as lines. */
export function print(options: { json?: boolean }, value: unknown, lines: () => string | string[]): void {
  const text = options.json ? JSON.stringify(value, null, 2) : [lines()].flat().join('\n')
  if (text !== '') console.log(text)
}

/** Rows whose columns stand below each other. */
export function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}

/** `1 agent`, `2 agents`. */
export const pluralize = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
