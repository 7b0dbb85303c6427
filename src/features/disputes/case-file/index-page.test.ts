import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CaseRecord } from './case-record.ts'
import { caseIndexPage } from './index-page.ts'

const at = '2026-11-20T21:14:08.000Z'

/** A case in which every text from users, bureaus and providers is the given one. */
const caseOf = (text: string): CaseRecord => ({
  format: 'case-file-1',
  service: text,
  site: text,
  keyId: text,
  person: text,
  madeAt: at,
  timeZone: 'America/New_York',
  bureaus: ['Equifax'],
  disputes: [
    {
      number: 1,
      id: text,
      type: 'account',
      title: text,
      createdAt: at,
      confirmedAt: at,
      follows: null,
      items: [
        {
          id: text,
          name: text,
          said: text,
          explanation: text,
          answers: [
            {
              from: text,
              outcome: 'verified',
              words: text,
              on: '2026-11-20',
              recordedAt: at,
              file: text,
              replyDeleted: false,
            },
          ],
          shown: [
            {
              bureau: 'Equifax',
              reportDate: '2026-11',
              receivedAt: at,
              reportId: text,
              origin: text,
              facts: [{ label: text, value: text }],
              row: null,
            },
          ],
        },
      ],
      letters: [
        {
          id: text,
          to: text,
          date: '2026-11-20',
          mark: text,
          files: [text],
          enclosures: [text],
          mailings: [
            {
              id: text,
              service: text,
              requestedAt: at,
              handedOverAt: at,
              provider: text,
              providerId: text,
              trackingUrl: text,
              expectedOn: '2026-11-24',
              state: text,
              pdfSha256: text,
              file: text,
              sameBytes: true,
              to: [text],
              from: [text],
              events: [{ event: text, words: null, at, receivedAt: at }],
            },
          ],
        },
      ],
    },
  ],
  acts: [{ at, act: text, words: text, by: text }],
})

const tags = (page: string) => page.match(/<[^>]*>/g) ?? []
const withoutLinks = (page: string) => tags(page).filter(tag => !tag.startsWith('<a '))

it('escapes every text', () => {
  const plain = withoutLinks(caseIndexPage(caseOf('x')))
  fc.assert(
    fc.property(
      fc.string({
        minLength: 1,
        unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ', '=', '\uD800'),
      }),
      text => {
        expect(withoutLinks(caseIndexPage(caseOf(text)))).toEqual(plain)
      },
    ),
  )
  const page = caseIndexPage(caseOf('"><script>alert(1)</script>'))
  expect(page).not.toContain('<script')
  expect(page).toContain('href="&quot;&gt;&lt;script&gt;')
})

it('shows times in the service’s time zone, and each fact of a mailing', () => {
  const page = caseIndexPage(caseOf('x'))
  expect(page).toContain('Nov 20, 2026, 4:14')
  for (const label of ['Submitted', 'Mail provider', 'Tracking', 'SHA-256', 'How to check this file'])
    expect(page).toContain(label)
})

it('states that a letter was sent to the mail provider only once it was', () => {
  const given = caseOf('x')
  const [dispute] = given.disputes
  const [letter] = dispute?.letters ?? []
  const [mailing] = letter?.mailings ?? []
  if (!dispute || !letter || !mailing) throw new Error('there is no mailing')
  const pageOf = (handedOverAt: string | null) =>
    caseIndexPage({
      ...given,
      disputes: [
        {
          ...dispute,
          letters: [{ ...letter, mailings: [{ ...mailing, state: 'requested', handedOverAt }] }],
        },
      ],
    })
  expect(pageOf(at)).toContain('Letter as submitted')
  expect(pageOf(null)).not.toContain('Letter as submitted')
})

it('shows for each later report of a bureau only what changed', () => {
  const given = caseOf('x')
  const [dispute] = given.disputes
  const [item] = dispute?.items ?? []
  const [row] = item?.shown ?? []
  if (!dispute || !item || !row) throw new Error('there is no row')
  const of = (bureau: typeof row.bureau, balance: string | null) => ({
    ...row,
    bureau,
    facts: [
      { label: 'Type', value: 'Collection' },
      ...(balance === null ? [] : [{ label: 'Balance', value: balance }]),
    ],
  })
  const shown = [of('Equifax', '$1.00'), of('Experian', '$2.00'), of('Equifax', '$1.00'), of('Equifax', null)]
  const page = caseIndexPage({ ...given, disputes: [{ ...dispute, items: [{ ...item, shown }] }] })
  const cells = [...page.matchAll(/<td>([^<]*(?:Type|Balance|report before)[^<]*)<\/td>/g)].map(
    ([, cell]) => cell,
  )
  expect(cells).toEqual([
    'Type: Collection; Balance: $1.00',
    'The same as in its report before.',
    'Different from its report before: Balance: not reported (before: $1.00)',
    'Type: Collection; Balance: $2.00',
  ])
})

it('loads no external resources', () => {
  const page = caseIndexPage(caseOf('x'))
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  expect(page).not.toMatch(/<(script|img|link|iframe)\b/)
})
