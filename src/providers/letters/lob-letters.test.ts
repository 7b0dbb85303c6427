import { describe, expect, it } from 'vitest'
import { LobLetter, toAcceptedLetter, toProviderLetter } from './lob-letters.ts'

const letter = {
  id: 'ltr_4868c3b754655f90',
  date_created: '2026-03-02T15:00:00.000Z',
  expected_delivery_date: '2026-03-07',
}
const read = (own: object) => LobLetter.parse({ ...letter, ...own })

describe('a letter of Lob', () => {
  it.each([
    ['2026-03-07', '2026-03-07'],
    ['2026-03-07T00:00:00Z', '2026-03-07'],
    ['2028-02-29', '2028-02-29'],
    ['2026-02-30', null],
    ['2026-13-01', null],
    ['0000-00-00', null],
    ['soon', null],
    [null, null],
  ])('that is expected on %s arrives on %s', (said, day) => {
    expect(toAcceptedLetter(read({ expected_delivery_date: said })).expectedDelivery).toBe(day)
  })

  it.each(['+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '7', ''])(
    'created at "%s" is invalid',
    made => {
      expect(LobLetter.safeParse({ ...letter, date_created: made }).success).toBe(false)
    },
  )

  it('loses only what a database cannot store', () => {
    const event = { id: 'evnt_1', name: 'Mailed', time: '2026-03-03T02:00:00Z' }
    const found = toProviderLetter(
      read({
        metadata: { mail_job_id: 'job\u0000', generation: '2', env: '\ud800' },
        tracking_events: [
          event,
          { ...event, id: 'evnt_\u0000' },
          { ...event, id: 'evnt_2', time: '+275760-09-13T00:00:00Z' },
        ],
      }),
    )
    expect(found).toMatchObject({ mailJobId: null, generation: 2, env: null })
    expect(found.events.map(({ event: what }) => what)).toEqual(['created', 'mailed'])
  })
})
