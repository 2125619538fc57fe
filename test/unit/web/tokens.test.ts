import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const text = readFileSync('web/tokens.css', 'utf8')
const declared = new Map([...text.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]))
const schemes = ['light', 'dark'] as const

function colorOf(name: string, scheme: (typeof schemes)[number]): string {
  const value = declared.get(name)!
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (other) return colorOf(other, scheme)
  const [, light, dark] = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(value)!
  return scheme === 'light' ? light! : dark!
}

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

const texts = ['text', 'muted', 'link', 'organization', 'group', 'agent', 'amber', 'green', 'red', 'blue', 'gray']
const tinted = ['organization', 'amber', 'green', 'red', 'blue', 'gray']
const marks = [...declared.keys()].filter((name) => /^chart-|-edge$|^field-border$/.test(name))

describe.each(schemes)('in the %s color scheme', (scheme) => {
  // The least that WCAG asks of text and of graphics.
  test.each([
    ...texts.flatMap((name) => [[name, 'page', 4.5] as const, [name, 'raised', 4.5] as const]),
    ...tinted.map((name) => [name, `${name}-surface`, 4.5] as const),
    ['link', 'selected', 4.5] as const,
    ['text', 'highlight', 4.5] as const,
    ...marks.flatMap((name) => [[name, 'page', 3] as const]),
  ])('%s stands out from %s', (name, surface, least) => {
    expect(contrast(colorOf(name, scheme), colorOf(surface, scheme))).toBeGreaterThanOrEqual(least)
  })

  test('white stands out from buttons', () => {
    for (const name of ['primary', 'primary-hover'])
      expect(contrast('#ffffff', colorOf(name, scheme))).toBeGreaterThanOrEqual(4.5)
  })
})
