import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { secretsIn } from './support/secret-text.ts'

/** No published file contains a secret (OWASP ASVS 5.0.0, 13.3.1; CWE-798). The built page: `e2e/built-page.spec.ts`. */

const root = path.join(import.meta.dirname, '..')

/** Files generated on this machine, and the keys of the invented people whom a test upgrades. */
const apart =
  /^(?:node_modules|dist|\.git|\.data|\.tsc|coverage)(?:[\\/]|$)|first-release(?:-keyring\.json|\.sql)$/
const largest = 2_000_000

const files = globSync(
  ['*', '.*', '.github/**', '{bench,docs,drills,e2e,fuzz,load,migrations,scripts,src}/**'],
  {
    cwd: root,
    exclude: file => apart.test(file),
  },
).filter(file => {
  const stat = statSync(path.join(root, file))
  return stat.isFile() && stat.size < largest && !apart.test(file)
})

it('the repository contains no secret', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap(file =>
    secretsIn(readFileSync(path.join(root, file), 'latin1')).map(kind => `${file}: ${kind}`),
  )
  expect(found).toEqual([])
})

const many = 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6'
/** Assembled at run time, so that this file contains no secret. */
const put = (...parts: string[]) => parts.join('')

it.each([
  ['a private key', put('-----BEGIN EC PRIV', 'ATE KEY-----\nMHcCAQEEI9876543210fedcba')],
  ['a key of Amazon', put('AKIA', 'Q3EXHBJ7ZL4M2N5P')],
  ['a key of Lob', `live_${many}`],
  ['a key of Twilio', `SK${many}`],
  ['a key of OpenAI', `sk-${many}`],
  ['a token of GitHub or npm', `ghp_${many}7g8H`],
  ['a signed token', put('eyJ', 'hbGciOiJIUzI1', '.eyJ', 'zdWIiOiIxMjM0', '.', many)],
  ['a session of ours', `cra_${many}${many}`],
  ['a password in an address', `postgres://fairfile:${many}@db.example.com/fairfile`],
  ['a value that is named a secret', put('PORTAL_SIGNING_', 'KEY=', many)],
  ['a value that is named a secret', put('const tok', "en = '", many, "'")],
])('%s is found', (kind, text) => {
  expect(secretsIn(`before ${text} after`)).toContain(kind)
})

it.each([
  'LOB_API_KEY=',
  `TWILIO_AUTH_TOKEN: 't'.repeat(32)`,
  'postgres://fairfile:${DATABASE_PASSWORD}@database',
])('a placeholder is not: %s', text => expect(secretsIn(text)).toEqual([]))
