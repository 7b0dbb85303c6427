import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  downloadFileName,
  isJpegType,
  isWithinQuota,
  MAX_FILE_BYTES,
  normalizeDocumentName,
  validateDocumentName,
  validateFile,
} from './upload-rules.ts'

describe('a document name', () => {
  it.each(['', ' ', '\t\n', '\u00a0', '\u3164', '\u2800 \ufe0f'])('%j is refused as missing', typed => {
    expect(validateDocumentName(typed)).toBe('Please enter a document name')
  })

  it.each(["Driver's license", 'Factura de la luz, año 2026', '身分證', '  padded  ', 'x'.repeat(120)])(
    '%j is taken',
    typed => {
      expect(validateDocumentName(typed)).toBeNull()
    },
  )

  it.each([
    ['reversed text', 'gpj.‮license'],
    ['a line break', 'license\r\nx: y'],
    ['a null', 'license\0.jpg'],
    ['an invisible space', 'li​cense'],
    ['half a character', 'license\ud83d'],
    ['121 characters', 'x'.repeat(121)],
  ])('with %s is refused', (_, typed) => {
    expect(validateDocumentName(typed)).not.toBeNull()
  })

  it('is normalized and trimmed', () => {
    expect(normalizeDocumentName(' Jose´'.replace('e´', 'é'))).toBe(normalizeDocumentName('José '))
  })

  it('becomes a file name that every system accepts, ending in .jpg once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), typed => {
        fc.pre(validateDocumentName(typed) === null)
        const file = downloadFileName(normalizeDocumentName(typed))
        expect(file).toMatch(/^[^.\\/:*?"<>|\p{Cc}][^\\/:*?"<>|\p{Cc}]*\.jpg$/u)
        expect(Buffer.byteLength(file)).toBeLessThanOrEqual(255)
      }),
    )
    expect(downloadFileName("Driver's license")).toBe("Driver's license.jpg")
    expect(downloadFileName('IMG_0142.JPEG')).toBe('IMG_0142.jpg')
    expect(downloadFileName('.jpg')).toBe('-jpg.jpg')
    expect(downloadFileName('..')).toBe('-..jpg')
    expect(downloadFileName('身'.repeat(120))).toBe(`${'身'.repeat(83)}.jpg`)
    expect(downloadFileName('🪪'.repeat(120))).toBe(`${'🪪'.repeat(62)}.jpg`)
  })
})

describe('a file', () => {
  it.each([
    [MAX_FILE_BYTES, 'image/jpeg', null],
    [MAX_FILE_BYTES + 1, 'image/jpeg', 'File size must be less than 2MB'],
    [MAX_FILE_BYTES + 1, 'image/png', 'File size must be less than 2MB'],
    [1, 'image/png', 'Only JPEG files are supported'],
    [1, '', 'Only JPEG files are supported'],
    [1, 'image/jpg', null],
  ])('of %i bytes declared %j: %j', (size, type, problem) => {
    expect(validateFile({ size, type })).toBe(problem)
  })

  it.each(['image/jpegx', 'x-image/jpeg', 'image/jpeg; q=1', 'image/jp2'])(
    'declared %s is not a JPEG',
    type => {
      expect(isJpegType(type)).toBe(false)
    },
  )
})

describe('the quota', () => {
  const none = { files: 0, bytes: 0 }
  const MB = 1024 * 1024
  it.each([
    ['199 files', { kept: { files: 199, bytes: 0 }, deleted: none }, true],
    ['200 files', { kept: { files: 200, bytes: 0 }, deleted: none }, false],
    ['200 MB less one', { kept: { files: 1, bytes: 200 * MB - 1 }, deleted: none }, true],
    ['200 MB', { kept: { files: 1, bytes: 200 * MB }, deleted: none }, false],
    ['200 deleted files', { kept: none, deleted: { files: 200, bytes: 0 } }, true],
    ['400 deleted files', { kept: none, deleted: { files: 400, bytes: 0 } }, false],
    ['400 MB deleted', { kept: none, deleted: { files: 1, bytes: 400 * MB } }, false],
  ])('for one byte in addition to %s: %s', (_, held, fits) => {
    expect(isWithinQuota(held, { files: 1, bytes: 1 })).toBe(fits)
  })
})
