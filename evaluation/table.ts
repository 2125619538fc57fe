/** Figures by column as a table of the README: a row for each figure. */
export function markdownTable(title: string, columns: Record<string, Record<string, string>>): string {
  const names = Object.keys(columns)
  const rows = [...new Set(names.flatMap((name) => Object.keys(columns[name]!)))]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line([title, ...names]),
    line(['---', ...names.map(() => '---')]),
    ...rows.map((row) => line([row, ...names.map((name) => columns[name]![row] ?? '')])),
  ].join('\n')
}
