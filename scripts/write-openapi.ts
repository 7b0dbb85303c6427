/** `npm run openapi`: writes the description of the API that the server answers at `/api/v1/openapi.json`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { buildOpenApi } from '#api/openapi.ts'
import { endpointTable } from '#app/api/table.ts'

const root = path.join(import.meta.dirname, '..')
const manifest = z.object({ version: z.string() })
const { version } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))

mkdirSync(path.join(root, 'dist'), { recursive: true })
writeFileSync(
  path.join(root, 'dist', 'openapi.json'),
  `${JSON.stringify(buildOpenApi(endpointTable, version), null, 2)}\n`,
)
console.log('Wrote dist/openapi.json.')
