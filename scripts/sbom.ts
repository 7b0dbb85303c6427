import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import { lockedPackages, shippedOf } from './shipped.ts'

const Component = z.looseObject({
  'bom-ref': z.string(),
  properties: z.array(z.looseObject({ name: z.string() })).default([]),
})
const Bom = z.looseObject({
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** npm's own program if npm runs this, otherwise the one on the path. */
const npm = (parameters: string[], cwd: string) => {
  const { npm_execpath: program } = process.env
  const [file, ...first] = program?.endsWith('.js') ? [process.execPath, program] : ['npm']
  return execFileSync(file, [...first, ...parameters], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** A component without its install path, which older releases of npm add. */
const withoutPlace = (one: z.output<typeof Component>) => ({
  ...one,
  properties: one.properties.filter(({ name }) => name !== 'cdx:npm:package:path'),
})

/**
 * The bill of materials of what ships, as CycloneDX 1.5 in JSON: npm's, from the lockfile alone, without development tools,
 * and without what differs between runs (serial number, time, npm's version, the folder's name). The same lockfile results
 * in the same text, with npm 10 and 11 alike.
 */
export const sbomOf = (root: string): string => {
  const made: unknown = JSON.parse(npm(['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], root))
  const { metadata, components, dependencies, ...bom } = Bom.parse(made)
  const { timestamp: _timestamp, tools: _tools, component, ...others } = metadata
  const own = component['bom-ref']
  const ships = new Set(shippedOf(lockedPackages(root)).map(({ name, version }) => `${name}@${version}`))
  const { serialNumber: _serialNumber, ...rest } = bom
  const kept = {
    ...rest,
    metadata: {
      ...others,
      component: { ...withoutPlace(component), type: 'application', name: own.split('@')[0] },
    },
    components: components.filter(one => ships.has(one['bom-ref'])).map(withoutPlace),
    dependencies: dependencies
      .filter(({ ref }) => ref === own || ships.has(ref))
      .map(one => ({ ...one, dependsOn: one.dependsOn.filter(ref => ships.has(ref)) })),
  }
  return `${JSON.stringify(kept, null, 2)}\n`
}
