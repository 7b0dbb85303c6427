import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const src = path.join(import.meta.dirname, '..', '..')
const textOf = (pattern: string): string =>
  globSync(pattern, { cwd: src })
    .filter(file => !file.includes('.test.'))
    .map(file => readFileSync(path.join(src, file), 'utf8'))
    .join('\n')

const css = textOf('**/*.css').replaceAll(/"[^"]*"|\/\*.*?\*\//gs, '')
const components = textOf('**/*.{ts,tsx,html}') + textOf('web/public/*.js')

const all = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, found = '']) => found))

const styled = all(css, /\.([a-z][\w-]*)/gi)
const words = all(components, /([a-z][\w-]*)/gi)

/** Put together of two parts in a component: icons, columns, bars, lengths, widths. */
const composed = /^(i|c|ev)-|^[hl]\d$|-only$/

it('every class with a style is written in a component', () => {
  expect([...styled].filter(name => !words.has(name) && !composed.test(name))).toEqual([])
})

it('every class of a component has a style', () => {
  const written = [...all(components, /className="([^"]+)"/g)].flatMap(names => names.split(' '))
  expect(written.filter(name => !styled.has(name))).toEqual([])
})

it('every custom property is used', () => {
  const [set, used] = [all(css, /(--[\w-]+):/g), all(css, /var\((--[\w-]+)/g)]
  expect([...set].filter(name => !used.has(name))).toEqual([])
})
