import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findUnfinishedText, parseOperatorText, readOperatorTexts } from './operator-texts.ts'

const front = '---\nversion: 2026-11-01\ntitle: Terms of {name}\n---\n'
const terms = `${front}
We help you, {name} says,
in two lines.

## Cost
Nothing. See [the law](https://www.ftc.gov).

- one
  and on
- two
`
const parse = (text: string) => parseOperatorText('terms', text, 'Harbor & Co')

it('reads version, title, lead and sections under the operator’s name', () => {
  expect(parse(terms)).toEqual({
    version: '2026-11-01',
    title: 'Terms of Harbor & Co',
    lead: 'We help you, Harbor & Co says, in two lines.',
    sections: [
      {
        heading: 'Cost',
        paragraphs: ['Nothing. See [the law](https://www.ftc.gov).', '- one\nand on\n- two'],
      },
    ],
  })
  expect(parse(terms.replaceAll('\n', '\r\n'))).toEqual(parse(terms))
})

describe('a text is refused in one line', () => {
  it.each([
    ['Our terms.', /^must begin with a line of ---/],
    [terms.replace('2026-11-01', 'November'), /^must begin with a line of ---/],
    [terms.replace('title: Terms of {name}\n', ''), /^title: is needed/],
    [`${front}## Cost\n\nNothing.`, /^must have exactly one paragraph before/],
    [`${front}One.\n\nTwo.\n\n## Cost\n\nNothing.`, /^must have exactly one paragraph before/],
    [`${front}One.\n\n## Cost\n`, /^has nothing under "Cost"$/],
    [`${front}See [us](javascript:x).`, /^links to "javascript:x"; a link must begin with https/],
    [`${front}See [us](http://insecure.us).`, /^links to "http:\/\/insecure\.us"/],
  ])('%j', (text, line) => {
    const read = parse(text)
    expect('problem' in read ? read.problem : '').toMatch(line)
  })

  it('when a consent does not state what it covers and what withdrawing does', () => {
    expect(parseOperatorText('consent-sms', `${front}I agree.\n\n## Covers\n\nTexts.`, 'Harbor')).toEqual({
      problem: 'must have two ## sections: what it covers, and what withdrawing does',
    })
  })
})

describe('a folder of texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfile-texts-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string) => join(folder, 'legal', name)

  it('may be missing, and a file that is not a text is reported', () => {
    expect(readOperatorTexts(folder, 'Harbor')).toEqual({})
    mkdirSync(join(folder, 'legal'))
    writeFileSync(file('term.md'), terms)
    const read = readOperatorTexts(folder, 'Harbor')
    expect('problem' in read ? read.problem : '').toMatch(
      /term\.md: is no text; there are terms\.md, privacy\.md/,
    )
    rmSync(file('term.md'))
  })

  it('is finished when a company has both pages and no brackets are left', () => {
    writeFileSync(file('terms.md'), terms)
    const read = () => {
      const texts = readOperatorTexts(folder, 'Harbor')
      return 'problem' in texts ? 'refused' : findUnfinishedText(folder, texts)
    }
    expect(read()).toBe(`${file('privacy.md')}: is needed; people agree with the company by it`)
    writeFileSync(file('privacy.md'), `${terms}\n[Governing law.]\n`)
    expect(read()).toBe(`${file('privacy.md')}: "[Governing law.]" is left to complete`)
    writeFileSync(file('privacy.md'), terms)
    expect(read()).toBeNull()
  })
})
