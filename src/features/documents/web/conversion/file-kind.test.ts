import { expect, it } from 'vitest'
import { findConvertibleKind } from './file-kind.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap(part => (typeof part === 'string' ? [...part].map(one => one.charCodeAt(0)) : part)),
  )

it.each([
  ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe1])],
  ['png', bytes([0x89], 'PNG\r\n', [0x1a], '\n')],
  ['heic', bytes([0, 0, 0, 24], 'ftypheic')],
  ['heic', bytes([0, 0, 0, 24], 'ftypmif1')],
  ['pdf', bytes('%PDF-1.7')],
  ['pdf', bytes('\n\nfrom a mail program\n%PDF-1.4')],
  [null, bytes([0, 0, 0, 24], 'ftypavif')],
  [null, bytes([0, 0, 0, 24], 'ftypmp42')],
  [null, bytes('GIF89a')],
  [null, bytes(' '.repeat(1_024), '%PDF-1.4')],
  [null, new Uint8Array()],
])('is %s by its first bytes', (kind, head) => {
  expect(findConvertibleKind(head)).toBe(kind)
})
