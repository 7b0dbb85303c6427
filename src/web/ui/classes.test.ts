import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = path.join(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(path.join(src, file), 'utf8')

const modules = globSync('**/*.module.css', { cwd: src })
const components = globSync('{web,app/web,sandbox/web,features/*/web}/**/*.tsx', { cwd: src }).map(file => {
  const code = read(file)
  const imports = [...code.matchAll(/^import (?:\* as )?(\w+) from '([^']+\.module\.css)'/gm)]
  return {
    file,
    code,
    styles: imports.map(([, name = '', from = '']) => ({
      name,
      module: from.startsWith('#') ? from.slice(1) : path.join(path.dirname(file), from),
    })),
  }
})

const withoutTexts = (css: string): string => css.replaceAll(/"[^"]*"|\/\*.*?\*\/|@layer [^;{]*;/gs, '')
const classesOf = (file: string): Set<string> =>
  new Set([...withoutTexts(read(file)).matchAll(/\.([a-z]\w*)/gi)].map(([, name = '']) => name))

describe.each(modules)('%s', module => {
  const users = components.flatMap(({ code, styles }) =>
    styles.filter(style => style.module === module).map(({ name }) => ({ code, name })),
  )
  const written = new Set(
    users.flatMap(({ code, name }) =>
      [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, found = '']) => found),
    ),
  )
  const isLookedUp = users.some(({ code, name }) => code.includes(`${name}[`))

  it('has every class that components use', () => {
    const classes = classesOf(module)
    expect([...written].filter(name => !classes.has(name))).toEqual([])
  })

  it('has no class that no component uses', () => {
    expect(isLookedUp ? [] : [...classesOf(module)].filter(name => !written.has(name))).toEqual([])
  })
})

it('no two modules have the same name, so their scoped names differ', () => {
  const names = modules.map(file => path.basename(file))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

it('every class of a component comes from a module', () => {
  expect(components.filter(({ code }) => /className="/.test(code)).map(({ file }) => file)).toEqual([])
})

it('rules take precedence by layer and order, never by !important', () => {
  const files = globSync('**/*.css', { cwd: src })
  expect(files.filter(file => read(file).includes('!important'))).toEqual([])
})

it('every custom property is used', () => {
  const css = globSync('**/*.css', { cwd: src }).map(read).join('\n')
  const set = [...css.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name)
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  expect([...new Set(set)].filter(name => !used.has(name))).toEqual([])
})

it('reads no token that is set nowhere', () => {
  const sheets = globSync('**/*.css', { cwd: src }).map(read)
  const all = [...sheets, ...components.map(({ code }) => code)].join('\n')
  const set = new Set([...all.matchAll(/(--[\w-]+)['"]?\]?:/g)].map(([, name]) => name))
  const used = sheets.flatMap(css => [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name))
  expect(used.filter(name => !set.has(name))).toEqual([])
})
