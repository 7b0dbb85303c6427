import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/** README, CONTRIBUTING, SECURITY and docs/ refer only to what exists: anchors, files, commands, variables. */

const root = path.join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const documents = globSync(['{README,CONTRIBUTING,SECURITY,CHANGELOG}.md', 'docs/**/*.md'], { cwd: root })
/** A decision describes its date, and is not edited when one of its files is renamed. */
const ofToday = documents.filter(file => !/decisions[\\/]\d/.test(file))

/** The anchor of a heading: its words in lowercase, joined with dashes, without other punctuation. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')

const leadsSomewhere = (from: string, link: string): boolean => {
  const [place = '', anchor] = link.split('#')
  const file = place === '' ? from : path.join(path.dirname(from), place)
  if (!existsSync(path.join(root, file))) return false
  return (
    anchor === undefined ||
    named(textOf(file), /^#+ (.+)$/gm)
      .map(anchorOf)
      .includes(anchor)
  )
}

describe('the documents', () => {
  it.each(documents)('link to existing targets: %s', file => {
    const links = named(textOf(file), /\]\(([^)\s]+)\)/g).filter(link => !/^(https?|mailto):/.test(link))
    expect(links.filter(link => !leadsSomewhere(file, link))).toEqual([])
  })

  it('list every decision with its date', () => {
    const pages = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map(file => path.basename(file))
    const listed = named(textOf('docs/decisions/README.md'), /^\| \[\d+\]\(([^)]+)\) \|/gm)
    expect(listed).toEqual(pages.toSorted())
    const undated = pages.filter(
      page => !/^# (\d+)\. .+\n\n\d{4}-\d{2}-\d{2}\b/.test(textOf(`docs/decisions/${page}`)),
    )
    expect(undated).toEqual([])
  })

  it('refer to existing files', () => {
    const files = globSync(['*', '.*', '{src,test,e2e,scripts,lab,docs}/**/*.*'], {
      cwd: root,
    }).map(file => `/${file.replaceAll('\\', '/')}`)
    const missing = ofToday.flatMap(document =>
      named(textOf(document), /`([\w./-]+\.(?:ts|tsx|mjs|js|css|yml|md))`/g)
        .filter(name => !files.some(file => file.endsWith(`/${name}`)))
        .map(name => `${document}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('refer to existing commands, and to all of them', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(textOf('package.json')))
    const documented = new Set(ofToday.flatMap(file => named(textOf(file), /\bnpm (?:run )?([a-z0-9:-]+)/g)))
    expect(Object.keys(scripts).filter(name => !documented.has(name))).toEqual([])
    const commands = documents.flatMap(file => named(textOf(file), /\bnpm run ([a-z0-9:-]+)/g))
    expect(commands.filter(name => scripts[name] === undefined)).toEqual([])
  })
})

describe('environment variables', () => {
  const settings = globSync(
    'src/platform/{config/config.ts,config/provider-modes.ts,config/*-settings.ts,telemetry/settings.ts}',
    {
      cwd: root,
    },
  )
  const read = settings.flatMap(file => named(textOf(file), /^ {2}([A-Z][A-Z0-9_]+):/gm)).toSorted()

  it('are in .env.example, each once', () => {
    expect(named(textOf('.env.example'), /^([A-Z][A-Z0-9_]+)=/gm).toSorted()).toEqual(read)
  })

  it('are in the configuration table, each once', () => {
    const [table = ''] = textOf('docs/reference/configuration.md').split('\n## Data\n')
    const cells = named(table, /^\| ([^|]+) \|/gm)
    expect(cells.flatMap(cell => named(cell, /`([A-Z][A-Z0-9_]+)`/g)).toSorted()).toEqual(read)
  })

  it('of the code are the only ones in documents', () => {
    const forTests = ['CHROMIUM_PATH']
    // Element names of report formats look like variables.
    const ofOperators = ofToday.filter(file => !file.endsWith('report-model.md'))
    const others = ofOperators.flatMap(file =>
      named(textOf(file), /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)
        .filter(name => !read.includes(name) && !forTests.includes(name))
        .map(name => `${file}: ${name}`),
    )
    expect(others).toEqual([])
  })
})
