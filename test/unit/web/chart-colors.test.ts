import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { chartShades } from '../../../web/chart-colors.ts'

const variables = readFileSync('node_modules/@mantine/core/styles/default-css-variables.css', 'utf8')
const themeColor = (name: string, shade: number) =>
  new RegExp(`--mantine-color-${name}-${shade}: (#[0-9a-f]{6});`, 'i').exec(variables)![1]!
/** Backgrounds of cards. */
const surfaces = { light: '#ffffff', dark: themeColor('dark', 6) }

const luminance = (color: string) => {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const contrast = (a: string, b: string) => {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (lighter! + 0.05) / (darker! + 0.05)
}

describe.each(['light', 'dark'] as const)('in the %s color scheme', (scheme) => {
  test.each(Object.entries(chartShades))('%s stands out from a card', (name, shades) => {
    const color = themeColor(name, shades[scheme])
    // The least that WCAG asks of graphics.
    expect(contrast(color, surfaces[scheme])).toBeGreaterThanOrEqual(3)
  })
})
