import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipOf } from './archive.ts'

const file = (path: string, text = '') => ({ path, bytes: Buffer.from(text) })

it('gives back what was put in, and the same bytes whatever the order and the hour', () => {
  const names = fc.stringMatching(/^[a-z][a-z\d_-]{0,8}(\/[a-z][a-z\d_-]{0,8})?\.(json|pdf)$/)
  const files = fc.uniqueArray(fc.record({ path: names, text: fc.string() }), {
    selector: ({ path }) => path,
  })
  fc.assert(
    fc.property(files, given => {
      const put = given.map(({ path, text }) => file(path, text))
      const zip = zipOf(put)
      expect(Buffer.compare(zip, zipOf(put.toReversed()))).toBe(0)
      const got = unzipSync(zip)
      expect(Object.keys(got)).toHaveLength(put.length)
      for (const { path, bytes } of put) expect(Buffer.from(got[path] ?? [])).toEqual(bytes)
    }),
  )
})

it.each(['../up.json', 'a/../../b', '/root', 'a//b', 'C:\\a', 'a b', '.hidden', 'a/', ''])(
  'refuses the name %j',
  path => {
    expect(() => zipOf([file(path)])).toThrow('unsafe')
  },
)

it('spends no time on making pictures smaller, which nothing can', () => {
  const text = 'a'.repeat(10_000)
  expect(zipOf([file('a.json', text)]).length).toBeLessThan(1_000)
  expect(zipOf([file('a.jpg', text)]).length).toBeGreaterThan(10_000)
})

it('refuses two files of one name', () => {
  expect(() => zipOf([file('a.json'), file('a.json')])).toThrow('used')
})
