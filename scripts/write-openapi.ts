/** `npm run openapi`: writes the API's description; with `--check` only says whether the written one is fresh. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { buildOpenApi } from '#api/openapi.ts'
import { endpointTable } from '#app/api/table.ts'

const root = path.join(import.meta.dirname, '..')
const file = path.join(root, 'docs', 'openapi.json')
const manifest = z.object({ version: z.string() })
const { version } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
const fresh = `${JSON.stringify(buildOpenApi(endpointTable, version), null, 2)}\n`

if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, fresh)
  console.log('Wrote docs/openapi.json.')
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== fresh) {
  console.error('docs/openapi.json is stale. Write it anew with "npm run openapi".')
  process.exitCode = 1
} else {
  console.log('docs/openapi.json is fresh.')
}
