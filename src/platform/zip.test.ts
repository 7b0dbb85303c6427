import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { ExportFile } from './personal-data-source.ts'
import { zipFiles, zipInOrder } from './zip.ts'

const file = (path: string, text = '') => ({ path, bytes: Buffer.from(text) })
const zipped = (files: readonly ExportFile[]) => buffer(Readable.from(zipFiles(files)))

it('restores its content, and has the same bytes for any order and time', async () => {
  const names = fc.stringMatching(/^[a-z][a-z\d_-]{0,8}(\/[a-z][a-z\d_-]{0,8})?\.(json|pdf|jpg)$/)
  const files = fc.uniqueArray(fc.record({ path: names, text: fc.string() }), {
    selector: ({ path }) => path,
  })
  await fc.assert(
    fc.asyncProperty(files, async given => {
      const put = given.map(({ path, text }) => file(path, text))
      const zip = await zipped(put)
      expect(Buffer.compare(zip, await zipped(put.toReversed()))).toBe(0)
      const got = unzipSync(zip)
      expect(Object.keys(got)).toHaveLength(put.length)
      for (const { path, bytes } of put) expect(Buffer.from(got[path] ?? [])).toEqual(bytes)
    }),
  )
})

it.each(['../up.json', 'a/../../b', '/root', 'a//b', 'C:\\a', 'a b', '.hidden', 'a/', ''])(
  'refuses the name %j',
  async path => {
    await expect(zipped([file(path)])).rejects.toThrow('unsafe')
  },
)

it('does not try to compress images', async () => {
  const text = 'a'.repeat(10_000)
  expect((await zipped([file('a.json', text)])).length).toBeLessThan(1_000)
  expect((await zipped([file('a.jpg', text)])).length).toBeGreaterThan(10_000)
})

it('refuses two files with the same name', async () => {
  await expect(zipped([file('a.json'), file('a.json')])).rejects.toThrow('used')
})

it('reads a large file only when it is written, and writes it before the next', async () => {
  const read: string[] = []
  const large = (path: string) => ({
    path,
    bytes: async () => {
      read.push(path)
      return Buffer.alloc(1_000_000)
    },
  })
  let given = 0
  for await (const piece of zipFiles([large('a.jpg'), large('b.jpg'), large('c.jpg')])) {
    given += piece.length
    expect(read.length).toBeLessThanOrEqual(Math.floor(given / 1_000_000) + 1)
  }
  expect(read).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})

it('fails completely when a file cannot be read', async () => {
  const away = { path: 'b.jpg', bytes: () => Promise.reject(new Error('the storage is away')) }
  await expect(zipped([file('a.json'), away])).rejects.toThrow('away')
})

async function* named(...paths: string[]) {
  for (const path of paths) yield file(path, path)
}

it('keeps the order of the files, with their time', async () => {
  const at = new Date('2026-11-20T21:14:08Z')
  const zip = await buffer(Readable.from(zipInOrder(named('z.json', 'a.json'), at)))
  expect(Object.keys(unzipSync(zip))).toEqual(['z.json', 'a.json'])
  // Seconds by two, minutes, hours; day, month, years since 1980.
  const time = [zip.readUInt16LE(10), zip.readUInt16LE(12)]
  expect(time).toEqual([(21 << 11) | (14 << 5) | 4, (46 << 9) | (11 << 5) | 20])
})

it('refuses a later second file with the same name', async () => {
  const twice = Readable.from(zipInOrder(named('a.json', 'b.json', 'a.json'), new Date('2026-11-20')))
  await expect(buffer(twice)).rejects.toThrow('used')
})
