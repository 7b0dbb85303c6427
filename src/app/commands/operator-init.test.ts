import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { findPlaceholder } from '#platform/config/operator-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairfile-init-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = promisify(execFile)
const program = join(import.meta.dirname, 'operator-init.ts')
const init = (...given: string[]) => run(process.execPath, [program, ...given])

describe.each(['company', 'household'] as const)('the example of a %s', preset => {
  it('is copied to a new folder, starts unchanged, and remains as an example', async () => {
    const place = join(folder, preset)
    const { stdout } = await init(place, '--preset', preset)
    expect(stdout).toContain(join(place, 'operator.json'))
    const { operator } = readConfig({ OPERATOR_DIR: place })
    expect(operator.preset).toBe(preset)
    expect(findPlaceholder(operator)).toMatch(/is an example/)
  })
})

it('changes nothing in a folder that is not empty', async () => {
  const file = join(folder, 'operator.json')
  writeFileSync(file, 'mine')
  await expect(init(folder)).rejects.toMatchObject({
    code: 78,
    stderr: `Fairfile: ${folder}: is not empty; nothing was written\n`,
  })
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

it.each([
  [[], /name one folder/],
  [['one', 'two'], /name one folder/],
  [['one', '--preset', 'bank'], /--preset: must be one of company, household/],
  [['one', '--loud'], /Unknown option/],
])('refuses in one line: %j', async (given, line) => {
  await expect(init(...given)).rejects.toThrow(line)
})
