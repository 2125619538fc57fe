/**
 * The colors of all charts and of the marks of layers. Each color has a shade of the theme for the light color scheme
 * and a paler one for the dark, so that both have a contrast of at least 3 on cards; CSS knows them as `--chart-NAME`.
 */
export const chartShades = {
  indigo: { light: 7, dark: 4 },
  orange: { light: 8, dark: 4 },
  teal: { light: 8, dark: 4 },
  grape: { light: 7, dark: 4 },
  cyan: { light: 8, dark: 3 },
  red: { light: 7, dark: 4 },
  lime: { light: 9, dark: 4 },
  pink: { light: 7, dark: 4 },
  gray: { light: 6, dark: 5 },
  blue: { light: 7, dark: 4 },
  green: { light: 8, dark: 4 },
} as const
export type ChartColor = keyof typeof chartShades

/** The CSS variables of one color scheme, for the theme. */
export const chartVariables = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chartShades).map(([name, shades]) => [
      `--chart-${name}`,
      `var(--mantine-color-${name}-${shades[scheme]})`,
    ]),
  )

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
