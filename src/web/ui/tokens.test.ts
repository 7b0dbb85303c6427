import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori'
import { describe, expect, it } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const color = (text: string): Color => {
  const parsed = parse(text)
  if (parsed === undefined) throw new Error(`${text} is not a color`)
  return parsed
}

/** A token's color in a theme, from `tokens.css`. */
const token = (name: string, theme: Theme): Color => {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1]
  if (value === undefined) throw new Error(`There is no token --${name}`)
  const pair = /^light-dark\((.+\)), (.+)\)$/.exec(value)
  return color((theme === 'light' ? pair?.[1] : pair?.[2]) ?? value)
}

const pages = ['bg', 'surface', 'surface-2', 'surface-3']
const on = (inks: readonly string[], backgrounds: readonly string[]) =>
  inks.flatMap(ink => backgrounds.map(background => [ink, background] as const))

/** WCAG 2.2, 1.4.3: text, and what can be smaller than large text. */
const texts = [
  ...on(['text', 'text-2', 'text-3'], pages),
  ...on(['primary-ink', 'green-i', 'red-i'], ['bg', 'surface', 'surface-2']),
  ...on(['on-primary'], ['primary', 'primary-hover']),
  ...on(['primary-ink'], ['primary-soft']),
  ...on(['sand-ink'], ['sand']),
  ...['blue', 'green', 'amber', 'red', 'grey'].map(tone => [`${tone}-i`, `${tone}-t`] as const),
  ...on(['on-red'], ['red-s']),
  ...['ok', '30', '60', '90', 'u'].map(cell => [`p-${cell}-i`, `p-${cell}`] as const),
]

/** WCAG 2.2, 1.4.11: what must be visible to use a control or understand a graphic, and the focus ring. */
const edges = [
  ...on(['control'], ['bg', 'surface', 'surface-2']),
  ...on(['focus'], [...pages, 'primary-soft', 'sand']),
  ...on(['red-s', 'primary'], ['bg', 'surface']),
  ...on(['tu', 'ex', 'eq'], ['bg', 'surface']),
  ...on(['r-poor', 'r-fair', 'r-good', 'r-vgood', 'r-exc'], ['surface']),
]

describe.each(themes)('in the %s theme', theme => {
  it.each(texts)('text in %s on %s has a contrast of 4.5', (ink, background) => {
    expect(wcagContrast(token(ink, theme), token(background, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edges)('an edge in %s on %s has a contrast of 3', (edge, background) => {
    expect(wcagContrast(token(edge, theme), token(background, theme))).toBeGreaterThanOrEqual(3)
  })
})

const sights = {
  'without red cones': filterDeficiencyProt(1),
  'without green cones': filterDeficiencyDeuter(1),
  'without blue cones': filterDeficiencyTrit(1),
}

it.each(Object.entries(sights))('the lines of the bureaus differ by 15 in vision %s', (_, seen) => {
  const differ = differenceCiede2000()
  for (const [one, other] of [
    ['tu', 'ex'],
    ['tu', 'eq'],
    ['ex', 'eq'],
  ] as const) {
    const apart = differ(seen(token(one, 'light')), seen(token(other, 'light')))
    expect(apart, `${one} and ${other}`).toBeGreaterThanOrEqual(15)
  }
})
