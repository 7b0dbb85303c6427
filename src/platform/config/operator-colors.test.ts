import { readFileSync } from 'node:fs'
import { formatHex, parse, wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'
import { backgrounds, brandTokens, colorProblem, contrast, panelColor } from './operator-colors.ts'

const css = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8')

it('measures contrast as defined by WCAG', () => {
  for (const [one, other] of [
    ['#000000', '#ffffff'],
    ['#005159', '#f5f4f0'],
    ['#7a7a7a', '#1c2528'],
  ] as const)
    expect(contrast(one, other)).toBeCloseTo(wcagContrast(one, other), 2)
})

it.each(['light', 'dark'] as const)('checks against the actual backgrounds of the %s theme', theme => {
  const ofTheme = ['bg', 'surface', 'surface-2'].map(name => {
    const pair = new RegExp(`--${name}: light-dark\\((oklch\\([^)]+\\)), (oklch\\([^)]+\\))\\)`).exec(css)
    return formatHex(parse((theme === 'light' ? pair?.[1] : pair?.[2]) ?? ''))
  })
  expect(backgrounds[theme]).toEqual(ofTheme)
})

describe('the color of a theme', () => {
  it.each([
    ['light', '#005159'],
    ['light', '#1d4ed8'],
    ['dark', '#7ed2ce'],
    ['dark', '#ffffff'],
  ] as const)('is accepted if it is readable: %s %s', (theme, color) => {
    expect(colorProblem(theme, color)).toBeNull()
    const tokens = brandTokens(theme, color)
    expect(contrast(tokens['on-primary'], tokens['primary-hover'])).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    [
      'light',
      '#ffcc00',
      /^#ffcc00 has a contrast of 1\.4 on the light background, and 4\.5 is needed .*darker/,
    ],
    ['light', '#767676', /^#767676 has a contrast of 4\.\d on/],
    ['dark', '#1d4ed8', /^#1d4ed8 has a contrast of \d\.\d on the dark background, .*lighter/],
    ['dark', 'rgb(1,2,3)', /^must be a color like #005159$/],
  ] as const)('is refused if it is not: %s %s', (theme, color, line) => {
    expect(colorProblem(theme, color)).toMatch(line)
  })
})

it.each(['#005159', '#1d4ed8', '#7a7a00', '#595959', '#000000'])(
  'becomes a panel with readable text: %s',
  color => {
    const styles = readFileSync(
      new URL('../../features/identity/web/AuthPage.module.css', import.meta.url),
      'utf8',
    )
    const inks = [...styles.matchAll(/\bcolor: (oklch\([^)]+\))/g)].map(
      ([, ink]) => formatHex(parse(ink ?? '')) ?? '',
    )
    expect(inks.length).toBeGreaterThan(2)
    for (const ink of inks) expect(contrast(panelColor(color), ink)).toBeGreaterThanOrEqual(4.5)
  },
)
