import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSigningKey, type PublishedKey } from '#platform/crypto/signing-keys.ts'
import { zipInOrder } from '#platform/zip.ts'
import { sealArchive } from './case-file.ts'

const script = join(import.meta.dirname, 'check-case-file.mjs')
const guide = readFileSync('docs/guides/case-file.md', 'utf8')
const key = createSigningKey(Buffer.alloc(32, 7))
const at = new Date('2026-11-20T21:14:08Z')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfile-seal-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const sealed = async (files: Readonly<Record<string, string>>, by = key): Promise<Buffer> => {
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return buffer(Readable.from(sealArchive(zipInOrder(Readable.from(entries), at), by)))
}

const write = (name: string, content: Uint8Array | string): string => {
  writeFileSync(join(folder, name), content)
  return name
}

/** The script's output for each archive, in order, and its exit code. */
const check = async (archives: readonly Buffer[], keys: readonly PublishedKey[] = [key]) => {
  write('keys.json', JSON.stringify({ keys: keys.map(({ id, publicKey }) => ({ id, publicKey })) }))
  const names = archives.map((archive, index) => write(`${index}.zip`, archive))
  const run = promisify(execFile)(process.execPath, [script, 'keys.json', ...names], { cwd: folder })
  const { stdout, code } = await run.then(
    ({ stdout: out }) => ({ stdout: out, code: 0 }),
    (failure: { stdout: string; code: number }) => failure,
  )
  return { code, output: stdout.trim().split('\n') }
}

const files = { 'letters/equifax.pdf': '%PDF-1.7 a letter', 'index.html': '<p>A case</p>'.repeat(30) }

it('is verified by the script, and the archive opens like any other', async () => {
  const archive = await sealed(files)
  expect(await check([archive])).toEqual({
    code: 0,
    output: [`0.zip: SEALED. By the key ${key.id}. Nothing was changed, added or removed since.`],
  })
  const opened = Object.entries(unzipSync(archive)).map(([path, bytes]) => [
    path,
    Buffer.from(bytes).toString(),
  ])
  expect(Object.fromEntries(opened)).toEqual(files)
})

it('is the same for the same files', async () => {
  expect((await sealed(files)).equals(await sealed(files))).toBe(true)
})

it('is broken by any changed byte', async () => {
  const archive = await sealed(files)
  const changed = Array.from(archive, (byte, index) => {
    const copy = Buffer.from(archive)
    copy[index] = byte ^ (1 << (index % 8))
    return copy
  })
  const { code, output } = await check(changed)
  expect(code).toBe(1)
  expect(output).toHaveLength(archive.length)
  for (const line of output) expect(line).toContain(': NOT SEALED. ')
})

it('is broken by any other change of the bytes', async () => {
  const archive = await sealed(files)
  const cuts = fc.tuple(fc.nat(archive.length), fc.nat(40), fc.uint8Array({ maxLength: 40 }))
  const changed = fc
    .sample(cuts, 300)
    .map(([from, most, put]) =>
      Buffer.concat([
        archive.subarray(0, from),
        put,
        archive.subarray(Math.min(from + most, archive.length)),
      ]),
    )
    .filter(copy => !copy.equals(archive))
  const { output } = await check(changed)
  for (const line of output) expect(line).toContain(': NOT SEALED. ')
})

it('is broken by a file that is missing, added, changed or from another case file, with the original seal', async () => {
  const archive = await sealed(files)
  const seal = archive.subarray(-169)
  const other = await sealed({ ...files, 'index.html': 'Another case' })
  const { 'index.html': index, ...missing } = files
  const forged = [missing, { ...files, 'more.pdf': 'x' }, { ...files, 'index.html': `${index} ` }].map(
    given =>
      Buffer.concat([
        zipSync(Object.fromEntries(Object.entries(given).map(([path, text]) => [path, Buffer.from(text)]))),
        seal,
      ]),
  )
  const { output } = await check([...forged, Buffer.concat([other.subarray(0, -169), seal])])
  for (const line of output) expect(line).toContain('NOT SEALED. It was changed after it was sealed')
})

it('of a key that is not published, or of another key under its name, is invalid', async () => {
  const forger = createSigningKey(randomBytes(32))
  const archive = await sealed(files, forger)
  const renamed = await sealed(files, { ...forger, id: key.id })
  expect((await check([archive, renamed])).output).toEqual([
    `0.zip: NOT SEALED. The list of keys does not have its key, ${forger.id}.`,
    '1.zip: NOT SEALED. It was changed after it was sealed, or was sealed by someone else.',
  ])
})

it('of an earlier key is valid while that key is published', async () => {
  const earlier = createSigningKey(Buffer.alloc(32, 8))
  const archives = [await sealed(files, earlier), await sealed(files)]
  expect((await check(archives, [key, earlier])).code).toBe(0)
  expect((await check(archives, [key])).code).toBe(1)
})

it('is not valid for an empty file', async () => {
  expect((await check([Buffer.alloc(0)])).output).toEqual(['0.zip: NOT SEALED. It does not end with a seal.'])
})

it('can be added only to an archive', async () => {
  const text = Readable.from([Buffer.from('no archive')])
  await expect(buffer(Readable.from(sealArchive(text, key)))).rejects.toThrow('no archive')
})

/** The commands in the guide, which require `openssl` and `perl`. */
const commands = /```sh\n(size=[^`]+)```/.exec(guide)?.[1] ?? ''
const byHand = async (archive: Buffer) => {
  write('case-file.zip', archive)
  write(
    'keys.json',
    JSON.stringify({ keys: [{ id: key.id, algorithm: 'Ed25519', publicKey: key.publicKey }] }, null, 2),
  )
  const run = promisify(execFile)('sh', ['-c', commands], { cwd: folder })
  return run.then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  )
}

const hasTools =
  String(spawnSync('openssl', ['version']).stdout).startsWith('OpenSSL 3') &&
  spawnSync('perl', ['-v']).status === 0

it.runIf(hasTools)('is also verified by the commands in the guide', async () => {
  const archive = await sealed(files)
  expect(await byHand(archive)).toContain('Signature Verified Successfully')
  const changed = Buffer.from(archive)
  changed[40] = (changed[40] ?? 0) ^ 1
  expect(await byHand(changed)).toContain('Signature Verification Failure')
})
