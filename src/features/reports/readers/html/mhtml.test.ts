import { describe, expect, test } from 'vitest'
import { asMhtml, messageOf } from '#test/support/reports/printed/mhtml.ts'
import { isMhtml, pagesOfMhtml } from './mhtml.ts'

const page =
  '<html><body>Ünïcode = 100 %, Vantage®, 𝄞 and a line of more than seventy-five signs…</body></html>'

describe('the page of a single-file page', () => {
  test('in quoted-printable', () => {
    expect(isMhtml(asMhtml(page))).toBe(true)
    expect(pagesOfMhtml(asMhtml(page))).toEqual([page])
  })

  test('in base64, and unencoded', () => {
    const body = Buffer.from(page).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
    expect(
      pagesOfMhtml(messageOf([{ type: 'text/html; charset="utf-8"', encoding: 'base64', body }])),
    ).toEqual([page])
    expect(pagesOfMhtml(messageOf([{ type: 'text/html', encoding: 'binary', body: page }]))[0]).toContain('𝄞')
  })

  test('in bytes of UTF-8', () => {
    const body = Buffer.from(page, 'utf8').toString('latin1')
    expect(pagesOfMhtml(messageOf([{ type: 'text/html', encoding: 'binary', body }]))).toEqual([page])
  })

  test('without an end of the message', () => {
    const text = messageOf([{ type: 'text/html', encoding: '8bit', body: page }], { isEnded: false })
    expect(pagesOfMhtml(text)[0]).toContain(page)
  })

  test('precedes its frames', () => {
    const parts = ['a', 'b'].map(body => ({ type: 'text/html', encoding: '7bit', body }))
    expect(
      pagesOfMhtml(messageOf([{ type: 'image/gif', encoding: 'base64', body: 'R0lG' }, ...parts])),
    ).toEqual(['a', 'b'])
  })
})

describe('a hostile message is handled quickly', () => {
  const nested = (depth: number): string =>
    `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b${depth}"\r\n\r\n--b${depth}\r\n${depth === 0 ? 'Content-Type: text/html\r\n\r\nx' : nested(depth - 1)}`
  test.each([
    [
      'ten thousand parts',
      messageOf(Array.from({ length: 10_000 }, () => ({ type: 'image/gif', encoding: 'base64', body: '' }))),
    ],
    ['parts in parts', nested(200)],
    ['no boundary', 'MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<html>'],
    ['headers without end', `MIME-Version: 1.0\r\n${'x: y\r\n'.repeat(200_000)}`],
    [
      'a PDF',
      messageOf([
        { type: 'application/pdf', encoding: 'base64', body: Buffer.from('%PDF-1.7').toString('base64') },
      ]),
    ],
  ])('%s has no page', (_, text) => {
    expect(pagesOfMhtml(text)).toEqual([])
  })

  test.each([
    ['soft line breaks', '='.repeat(2_000_000)],
    ['blanks', `=${' '.repeat(2_000_000)}`],
    ['bytes that are no text', '=FF=C3=28'.repeat(200_000)],
  ])('%s', (_, body) => {
    expect(pagesOfMhtml(messageOf([{ type: 'text/html', encoding: 'quoted-printable', body }]))).toHaveLength(
      1,
    )
  })
})
