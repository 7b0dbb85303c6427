/**
 * `npm run openapi`: writes the API description that the server returns at `/api/v1/openapi.json`, and that of a credit
 * data bridge.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { buildOpenApi } from '#api/openapi.ts'
import { endpointTable } from '#app/api/table.ts'
import { SOFTWARE_NAME } from '#platform/config/operator-settings.ts'
import { buildBridgeOpenApi } from '#providers/credit-data/bridge-contract.ts'

const root = path.join(import.meta.dirname, '..')
const manifest = z.object({ version: z.string() })
const { version } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))

const write = (file: string, document: object) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), `${JSON.stringify(document, null, 2)}\n`)
  console.log(`Wrote ${file}.`)
}

write('dist/openapi.json', buildOpenApi(endpointTable, { version, name: SOFTWARE_NAME }))
write('docs/reference/credit-data-bridge.openapi.json', buildBridgeOpenApi())
