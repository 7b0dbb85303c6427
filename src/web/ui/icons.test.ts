import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

it('every icon in the stylesheet uses its own row of the image', () => {
  const drawing = read('icons.svg')
  const rows = [...drawing.matchAll(/<g id="(\w+)" transform="translate\(0 (\d+)\)">/g)]
  const css = read('Icon.module.css')
  const icons = [...css.matchAll(/\[data-icon="(\w+)"\] \{\s*--row: (\d+);/g)]
  expect(rows.length).toBeGreaterThan(0)
  expect(icons.map(([, name, row]) => [name, Number(row) * 24])).toEqual(
    rows.map(([, name, top]) => [name, Number(top)]),
  )
  expect(drawing).toContain(`viewBox="0 0 24 ${rows.length * 24}"`)
  expect(css).toContain(`var(--row) / ${rows.length - 1} *`)
})
