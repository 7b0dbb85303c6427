import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildOpenApi } from '#api/openapi.ts'
import { endpointTable } from '#app/api/table.ts'
import { buildBridgeOpenApi } from '#providers/credit-data/bridge-contract.ts'

/** API clients generate types from the OpenAPI document; so do these tests. */

const document = buildOpenApi(endpointTable, { version: '1.0.0', name: 'Fairfile' })
const text = JSON.stringify(document)

const generateTypes = async (openApi: string) => {
  // The generator needs the compiler as a library, which `typescript` no longer provides since version 7.
  const compiler = import.meta.resolve('@typescript/typescript6')
  const hooks = registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? compiler : name, context),
  })
  try {
    const { default: generate, astToString } = await import('openapi-typescript')
    return astToString(await generate(openApi))
  } finally {
    hooks.deregister()
  }
}

test('the document is OpenAPI 3.1, and defines every schema that it refers to', () => {
  const { schemas } = document.components
  const named = Object.keys(schemas).map(name => `#/components/schemas/${name}`)
  const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
  expect(document.openapi).toBe('3.1.1')
  expect(new Set(used)).toEqual(new Set(named))
})

test('no large schema is inlined twice', () => {
  const objects: string[] = []
  JSON.parse(text, (key, value: unknown) => {
    if (key !== 'properties' && typeof value === 'object' && value !== null && 'properties' in value)
      objects.push(JSON.stringify(value))
    return value
  })
  const repeated = objects.filter((one, at) => one.length > 300 && objects.indexOf(one) !== at)
  expect(repeated).toEqual([])
})

test('the checked-in document of a credit data bridge matches its contract, and types can be generated from it', async () => {
  const file = path.join(import.meta.dirname, '../docs/reference/credit-data-bridge.openapi.json')
  const checkedIn = readFileSync(file, 'utf8')
  expect(checkedIn, 'run npm run openapi').toBe(`${JSON.stringify(buildBridgeOpenApi(), null, 2)}\n`)
  const types = await generateTypes(checkedIn)
  for (const code of ['needs', 'passed', 'step_failed', 'no_file']) expect(types).toContain(`code: "${code}"`)
})

describe('types generated from the document', () => {
  let folder = ''
  let types = ''

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'openapi-'))
    types = await generateTypes(text)
    await writeFile(path.join(folder, 'api.d.ts'), types)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** The compiler's errors in a client's program. */
  const complaints = async (program: string) => {
    const file = path.join(folder, 'client.ts')
    await writeFile(file, `import type { components, operations, paths } from './api.d.ts'\n${program}`)
    const tsc = path.join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'preserve']
    return promisify(execFile)(
      process.execPath,
      [tsc, ...options, '--allowImportingTsExtensions', '--types', '', file],
      { cwd: folder },
    ).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  }

  test('refer to entities by name', () => {
    for (const name of ['Dispute', 'Letter', 'Account', 'FullReport', 'Finding', 'Alert', 'User', 'Error'])
      expect(types).toContain(`components["schemas"]["${name}"]`)
  })

  test('allow writing a client without casts', async () => {
    expect(
      await complaints(`
        type Schemas = components['schemas']
        type Reply<Operation extends { responses: { 200: { content: { 'application/json': unknown } } } }> =
          Operation['responses'][200]['content']['application/json']
        type Upload = paths['/documents/upload']['post']['requestBody']

        export const openLetters = (disputes: Reply<operations['disputes.list']>): Schemas['Letter'][] =>
          disputes.filter(({ status }) => status === 'NEW').flatMap(({ letters }) => letters)
        export const creditors = (dispute: Schemas['Dispute']): string[] =>
          dispute.items.flatMap(item => (item.type === 'account' ? [item.creditorName] : []))
        export const balances = ({ fullReport }: Reply<operations['credit.analytics']>) =>
          new Map(fullReport?.accountInformation.map(({ id, currentBalance }: Schemas['Account']) => [id, currentBalance]))
        export const draft: Schemas['DraftInput'] = { step: 'items', items: [], documentIds: [] }
        export const upload = ({ content }: Upload): string | undefined => content['multipart/form-data'].documentName
        export const refused = ({ code, message }: Schemas['Error']) => code === 'plan_required' && message
      `),
    ).toBe('')
  })

  test('reject a misspelled field or code', async () => {
    const reported = await complaints(`
      export const title = (dispute: components['schemas']['Dispute']) => dispute.titel
      export const refused = ({ code }: components['schemas']['Error']) => code === 'plan_requird'
    `)
    expect(reported.match(/error TS\d+/g)).toEqual(['error TS2551', 'error TS2367'])
  })
})
