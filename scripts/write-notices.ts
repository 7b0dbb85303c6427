/** `node scripts/tool.mjs scripts/write-notices.ts`: writes THIRD_PARTY_NOTICES.md from the packages that ship. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { lockedPackages, shippedOf } from './shipped.ts'

const root = path.join(import.meta.dirname, '..')
const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string().optional() })

/** What ships and is installed here: the license texts of packages for other platforms are not available. */
const shipped = shippedOf(lockedPackages(root))
  .map(({ place }) => place)
  .filter(place => existsSync(path.join(root, place)))

const textOf = (place: string): string => {
  const file = readdirSync(path.join(root, place)).find(name =>
    /^(licen[cs]e|copying)(\.(md|txt|mit))?$/i.test(name),
  )
  return file
    ? readFileSync(path.join(root, place, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim()
    : ''
}

const sections = shipped.map(place => {
  const { name, version, license } = Manifest.parse(
    JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8')),
  )
  return { title: `${name} ${version}`, license: license ?? 'see text', text: textOf(place) }
})

/** Packages with the same text are named together above it. */
const byText = Map.groupBy(sections, ({ license, text }) => (text === '' ? license : text))

const parts = [...byText.values()].map(group => {
  const [first] = group
  const names = group.map(({ title, license }) => `- ${title} (${license})`).join('\n')
  return first && first.text !== '' ? `${names}\n\n\`\`\`text\n${first.text}\n\`\`\`` : names
})

writeFileSync(
  path.join(root, 'THIRD_PARTY_NOTICES.md'),
  `# Third-party notices\n\nFairfile is distributed with, or runs on, these packages. Written by \`scripts/write-notices.ts\`.\n\n${parts.join('\n\n')}\n`,
)
