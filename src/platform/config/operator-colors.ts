/**
 * The operator's color in each theme. All related tokens derive from that one color, and each pair of text and background
 * is checked for the contrast of WCAG 2.2, 1.4.3 (AA): 4.5.
 */

type Theme = 'light' | 'dark'

/** The surfaces behind a color; `tokens.test.ts` compares them with `tokens.css`. */
export const backgrounds: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#f9f8f4', '#ffffff', '#f5f4f0'],
  dark: ['#0d1316', '#151c1f', '#1c2528'],
}

const LEAST = 4.5

const channels = (hex: string): readonly number[] =>
  [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

/** Relative luminance (WCAG 2.2). */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(hex).map(channel => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of one color over the other. */
const mix = (one: string, other: string, share: number): string => {
  const below = channels(other)
  const parts = channels(one).map((channel, at) =>
    Math.round(channel * share + (below[at] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

/** The tokens of `tokens.css` that derive from the operator's color. */
export const brandTokens = (theme: Theme, color: string) => {
  const onPrimary = contrast(color, '#ffffff') >= contrast(color, '#0d1316') ? '#ffffff' : '#0d1316'
  return {
    primary: color,
    // Away from the color of its text, which only increases the contrast.
    'primary-hover': mix(onPrimary === '#ffffff' ? '#000000' : '#ffffff', color, 0.18),
    'on-primary': onPrimary,
    'primary-ink': color,
    'primary-soft': mix(color, backgrounds[theme][1] ?? '#ffffff', 0.1),
  }
}

/** The dimmest text on the panel next to the sign-in form, which is dark in both themes (`AuthPage.module.css`). */
const PANEL_INK = '#c2ced0'

/** The color of that panel: the operator's, darkened until its text has the contrast of level AAA. */
export const panelColor = (color: string): string => {
  const darker = [0.7, 0.6, 0.5, 0.4, 0.3, 0.2].map(share => mix(color, '#000000', share))
  return darker.find(one => contrast(one, PANEL_INK) >= 7) ?? '#000000'
}

/** What is wrong with a color in a theme; null if it is readable. */
export const colorProblem = (theme: Theme, color: string): string | null => {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return 'must be a color like #005159'
  const tokens = brandTokens(theme, color)
  const pairs: readonly (readonly [string, string, string])[] = [
    ...backgrounds[theme].map(background => [color, background, `on the ${theme} background`] as const),
    [tokens['on-primary'], tokens.primary, 'with the text of a button'],
    [tokens['primary-ink'], tokens['primary-soft'], `on its own ${theme} tint`],
  ]
  const poor = pairs.find(([ink, background]) => contrast(ink, background) < LEAST)
  if (poor === undefined) return null
  const [ink, background, place] = poor
  const has = (Math.floor(contrast(ink, background) * 10) / 10).toFixed(1)
  const way = theme === 'light' ? 'a darker' : 'a lighter'
  return `${color} has a contrast of ${has} ${place}, and 4.5 is needed (WCAG 2.2 AA); choose ${way} color`
}
