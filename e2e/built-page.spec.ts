import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { secretsIn } from '#test/support/secret-text.ts'

const page = path.join(import.meta.dirname, '..', 'dist')

/** What every visitor is sent (OWASP ASVS 5.0.0, 13.3.1; CWE-798). */
test('The built page holds no secret', () => {
  const files = globSync('**/*.{js,css,html,json,svg,txt,webmanifest}', { cwd: page })
  expect(files.some(file => file.endsWith('.js'))).toBe(true)
  const found = files.flatMap(file =>
    secretsIn(readFileSync(path.join(page, file), 'utf8')).map(kind => `${file}: ${kind}`),
  )
  expect(found).toEqual([])
})

test('Every file that the page names is in the build', () => {
  const html = readFileSync(path.join(page, 'web', 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file)
  expect(named).not.toEqual([])
  const missing = named.filter(file => !existsSync(path.join(page, 'web', file)))
  expect(missing).toEqual([])
})
