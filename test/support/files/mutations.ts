import fc from 'fast-check'

/** One change: bytes that replace the same number of others (`gone` null), or more or fewer. */
type Change = { at: number; gone: number | null; bytes: Uint8Array }

/** A file after some random changes, most of them small: bytes replaced, removed or inserted. */
export const mutateBytes = (ground: Buffer): fc.Arbitrary<Buffer> => {
  const some = fc.uint8Array({ minLength: 1, maxLength: 4 })
  const bytes = fc.oneof(
    { weight: 6, arbitrary: some },
    { weight: 1, arbitrary: fc.integer({ min: 0xc0, max: 0xff }).map(marker => Uint8Array.of(0xff, marker)) },
    { weight: 1, arbitrary: fc.constant(ground.subarray(0, 64)) },
  )
  // Half of them anywhere, half in the tables and headers.
  const place = fc.oneof(fc.nat(Math.min(700, ground.length)), fc.nat(ground.length))
  const gone = fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(64) })
  const change: fc.Arbitrary<Change> = fc.record({ at: place, gone, bytes })
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map(changes =>
      changes.reduce<Buffer>(
        (file, { at, gone: length, bytes: put }) =>
          Buffer.concat([file.subarray(0, at), put, file.subarray(at + (length ?? put.length))]),
        ground,
      ),
    )
}
