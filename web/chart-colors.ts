/** The names of the colors of all charts and of the marks of layers; `tokens.css` has both schemes of each. */
export type ChartColor =
  | 'indigo'
  | 'orange'
  | 'teal'
  | 'grape'
  | 'cyan'
  | 'red'
  | 'lime'
  | 'pink'
  | 'gray'
  | 'blue'
  | 'green'

export const chartColor = (name: ChartColor) => `var(--chart-${name})`

/** Colors of series that have no meaning of their own, the most different ones first. */
export const seriesColors: readonly ChartColor[] = [
  'indigo',
  'orange',
  'teal',
  'grape',
  'cyan',
  'green',
  'red',
  'lime',
  'pink',
  'gray',
]

/** Texts of axes. */
export const chartInk = 'var(--mantine-color-dimmed)'
/** Axes and grids. */
export const chartLine = 'var(--mantine-color-default-border)'
