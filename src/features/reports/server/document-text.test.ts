import { describe, expect, it } from 'vitest'
import { createPicture } from '#test/support/files/pictures.ts'
import { decodeDocument, fileKindOf } from './document-text.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('the kind of a file is detected by its first bytes', () => {
  it.each([
    ['pdf', '%PDF-1.7\n'],
    ['pdf', '\n %PDF-1.4'],
    ['page', '<!DOCTYPE html><html>'],
    ['page', '\u00ef\u00bb\u00bf<!-- saved from url=(0042)https://bureau.example/ -->\n<HTML lang="en">'],
    ['page', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">'],
    ['archive', 'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://bureau.example/\r\n'],
    ['archive', 'MIME-Version: 1.0\r\n'],
    ['archive', 'bplist00\u00d1\u0001'],
    ['page', '<\0h\0t\0m\0l\0>\0'],
    ['compressed', 'PK\u0003\u0004\u0014'],
    ['compressed', '\u001f\u008b\u0008'],
    ['data', '<?xml version="1.0"?><MESSAGE>'],
    ['data', '{"html":"<html>"}'],
    ['data', '<htmlish/>'],
    ['data', ''],
  ])('%s: %j', (kind, text) => {
    expect(fileKindOf(latin1(text))).toBe(kind)
  })

  it.each(['jpeg', 'png', 'gif', 'tiff', 'webp', 'avif'] as const)('a picture in %s', async format => {
    const picture = await createPicture().toFormat(format).toBuffer()
    expect(fileKindOf(picture)).toBe('picture')
  })
})

describe('a document is decoded', () => {
  const euro = '<html><head><meta charset="windows-1252"></head>\u0080</html>'
  it.each([
    ['as UTF-8', Buffer.from('<html>é'), '<html>é'],
    ['as a page declares', latin1(euro), euro.replace('\u0080', '€')],
    ['as Western European where a page declares nothing and is no UTF-8', latin1('<html>\u00e9'), '<html>é'],
    [
      'byte for byte where each part has its own encoding',
      latin1('MIME-Version: 1.0\r\n\r\n\u0080'),
      'MIME-Version: 1.0\r\n\r\n\u0080',
    ],
    [
      'as an XML declaration says',
      latin1('<?xml version="1.0" encoding="iso-8859-1"?><a>\u00e9</a>'),
      '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>',
    ],
    [
      'as UTF-16 without a mark',
      Buffer.from('<?xml version="1.0"?><a>é</a>', 'utf16le'),
      '<?xml version="1.0"?><a>é</a>',
    ],
    ['as big-endian UTF-16 without a mark', Buffer.from('{"a":"é"}', 'utf16le').swap16(), '{"a":"é"}'],
    [
      'as UTF-8 where a mark precedes a page in one file',
      Buffer.from('\uFEFFMIME-Version: 1.0\r\n\r\n'),
      'MIME-Version: 1.0\r\n\r\n',
    ],
    ['not at all where data is no UTF-8', latin1('{"a":"\u00e9"}'), null],
  ])('%s', (_, bytes, text) => {
    expect(decodeDocument(bytes)).toBe(text)
  })
})
