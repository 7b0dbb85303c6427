import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { secretsIn } from '#test/support/secret-text.ts'

/** What every visitor is sent holds no secret (OWASP ASVS 5.0.0, 13.3.1; CWE-798). */

const page = path.join(import.meta.dirname, '..', 'dist')

test('The built page holds no secret', () => {
  const files = globSync('**/*.{js,css,html,json,svg,txt,webmanifest}', { cwd: page })
  expect(files.some(file => file.endsWith('.js'))).toBe(true)
  const found = files.flatMap(file =>
    secretsIn(readFileSync(path.join(page, file), 'utf8')).map(kind => `${file}: ${kind}`),
  )
  expect(found).toEqual([])
})
