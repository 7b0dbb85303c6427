import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** Which packages of the lockfile ship to servers or browsers, and which stay on a developer's machine. */

const Locked = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
})
const Lock = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), Locked) })

/** What the page is built from; all other tools stay on the developer's machine. */
const inThePage = [
  '@fontsource-variable/inter',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'libheif-js',
  'pdfjs-dist',
  'qr',
  'react',
  'react-dom',
]

/** A package of the lockfile: its path below the root, its name, and npm's entry. */
export type LockedPackage = z.output<typeof Locked> & { place: string; name: string }

/** Every package of the lockfile of a project. */
export const lockedPackages = (root: string): LockedPackage[] =>
  Object.entries(Lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))).packages)
    .filter(([place]) => place !== '')
    .map(([place, locked]) => ({ ...locked, place, name: place.replace(/^.*node_modules\//, '') }))

/** The packages that ship: dependencies of the server, and those of the page with their dependencies. */
export const shippedOf = (locked: readonly LockedPackage[]): LockedPackage[] => {
  const at = new Map(locked.map(one => [one.place, one]))
  const page = new Set(inThePage.map(name => `node_modules/${name}`))
  for (const place of page) {
    for (const name of Object.keys(at.get(place)?.dependencies ?? {})) page.add(`node_modules/${name}`)
  }
  return locked.filter(({ place, dev }) => !dev || page.has(place))
}
