import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LetterEventType, LetterRequest, MailProvider } from './port.ts'

/** A provider under test, with functions to inspect what it created, to trigger events, and to let time pass. */
export type LettersTestSetup = {
  post: MailProvider
  /** A user that letters may belong to. */
  userId: string
  now: () => Date
  pass: (milliseconds: number) => void
  /** How many letters of a job are in production. */
  printed: (mailJobId: string) => Promise<number>
  move: (providerId: string, event: 'mailed' | 'delivered' | 'returned' | 'failed') => Promise<void>
  close: () => Promise<void>
}

const address = {
  name: 'Maya Brooks',
  line1: '418 Alder Street',
  line2: 'Apt 3',
  city: 'Portland',
  state: 'OR',
  zip: '97205',
}

export const letterOf = (userId: string, own: Partial<LetterRequest> = {}): LetterRequest => ({
  mailJobId: randomUUID(),
  generation: 1,
  env: 'suite',
  to: {
    name: 'Experian',
    line1: 'P.O. Box 4500',
    line2: null,
    city: 'Allen',
    state: 'TX',
    zip: '75013',
  },
  from: address,
  pdf: Buffer.from('%PDF-1.7\n\r\n--not a boundary\r\nend\n%%EOF\n'),
  certified: false,
  returnReceipt: false,
  ours: { userId, letterId: randomUUID() },
  ...own,
})

const MINUTE = 60_000

/** What every provider guarantees, the sandbox as well as the real one. */
export const testLettersPort = (open: () => Promise<LettersTestSetup>): void => {
  let under: LettersTestSetup
  let begun: Date
  beforeAll(async () => {
    under = await open()
    begun = under.now()
  })
  afterAll(() => under.close())

  const letter = (own: Partial<LetterRequest> = {}) => letterOf(under.userId, own)
  const keyFor = ({ mailJobId }: LetterRequest) => `mj_${mailJobId}_g1`
  const accepted = async (request: LetterRequest, key = keyFor(request)) => {
    const sent = await under.post.send(request, key)
    if (sent.answer !== 'accepted') throw new Error(`not accepted: ${sent.answer}`)
    return sent
  }
  const happened = async (providerId: string): Promise<LetterEventType[]> =>
    ((await under.post.get(providerId))?.events ?? []).map(({ event }) => event)

  it('accepts a letter and returns its expected delivery', async () => {
    const request = letter()
    const sent = await accepted(request)
    expect(sent.expectedDelivery).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(sent.trackingNumber).toBeNull()
    expect(await under.printed(request.mailJobId)).toBe(1)
  })

  it('returns the same letter for the same key without creating a second one', async () => {
    const request = letter()
    const [first, second] = [await accepted(request), await accepted(request)]
    expect(second).toEqual(first)
    expect(await under.printed(request.mailJobId)).toBe(1)
  })

  it('creates one letter for concurrent calls with one key', async () => {
    const request = letter()
    const all = await Promise.all(Array.from({ length: 8 }, () => accepted(request)))
    expect(new Set(all.map(({ providerId }) => providerId)).size).toBe(1)
    expect(await under.printed(request.mailJobId)).toBe(1)
  })

  it('creates another letter for another key', async () => {
    const request = letter()
    const first = await accepted(request)
    const second = await accepted(request, `${keyFor(request)}x`)
    expect(second.providerId).not.toBe(first.providerId)
    expect(await under.printed(request.mailJobId)).toBe(2)
  })

  it('finds a letter by its mail job, with all identifiers', async () => {
    const request = letter({ generation: 3 })
    const { providerId, expectedDelivery } = await accepted(request)
    await accepted(letter())
    expect(await under.post.find(request.mailJobId, begun)).toMatchObject([
      {
        providerId,
        expectedDelivery,
        mailJobId: request.mailJobId,
        generation: 3,
        env: 'suite',
        cancelled: false,
      },
    ])
  })

  it('finds nothing for an unknown mail job or before the requested time', async () => {
    const request = letter()
    await accepted(request)
    expect(await under.post.find(randomUUID(), begun)).toEqual([])
    const later = new Date(under.now().getTime() + MINUTE)
    expect(await under.post.find(request.mailJobId, later)).toEqual([])
  })

  it('lists every letter between two instants, the first included, oldest first', async () => {
    under.pass(MINUTE)
    const from = under.now()
    const made: string[] = []
    for (let count = 0; count < 3; count += 1) {
      made.push((await accepted(letter())).providerId)
      under.pass(1_000)
    }
    const listed = async (since: Date, until: Date) =>
      (await under.post.list(since, until)).map(({ providerId }) => providerId)
    expect(await listed(from, under.now())).toEqual(made)
    const second = new Date(from.getTime() + 1_000)
    expect(await listed(from, second)).toEqual(made.slice(0, 1))
    expect(await listed(second, under.now())).toEqual(made.slice(1))
  })

  it('returns null for an unknown letter', async () => {
    expect(await under.post.get('ltr_0123456789abcdef')).toBeNull()
    expect(await under.post.get('../addresses')).toBeNull()
    expect(await under.post.cancel('ltr_0123456789abcdef')).toBe('not_found')
  })

  it.each(['mailed', 'delivered', 'returned', 'failed'] as const)(
    'reports that a letter was %s',
    async event => {
      const { providerId } = await accepted(letter())
      expect(await happened(providerId)).not.toContain(event)
      await under.move(providerId, event)
      expect(await happened(providerId)).toEqual(expect.arrayContaining(['created', event]))
    },
  )

  it('returns the same id of an event every time', async () => {
    const { providerId } = await accepted(letter())
    await under.move(providerId, 'delivered')
    const ids = async () => ((await under.post.get(providerId))?.events ?? []).map(({ id }) => id)
    const first = await ids()
    expect(new Set(first).size).toBe(first.length)
    under.pass(MINUTE)
    expect(await ids()).toEqual(first)
  })

  it('cancels a recent letter and confirms it', async () => {
    const request = letter()
    const { providerId } = await accepted(request)
    expect(await under.post.cancel(providerId)).toBe('cancelled')
    expect(await under.printed(request.mailJobId)).toBe(0)
    expect(await under.post.get(providerId)).toMatchObject({ cancelled: true })
    expect(await under.post.find(request.mailJobId, begun)).toMatchObject([{ providerId, cancelled: true }])
  })

  it('does not cancel a printed letter', async () => {
    const request = letter()
    const { providerId } = await accepted(request)
    under.pass(10 * MINUTE)
    expect(await under.post.cancel(providerId)).toBe('too_late')
    expect(await under.printed(request.mailJobId)).toBe(1)
  })

  it('returns a tracking number and page for certified mail only', async () => {
    const certified = await accepted(letter({ certified: true }))
    expect(certified.trackingNumber).toMatch(/^\d{20,26}$/)
    expect(under.post.trackingUrl(certified)).toMatch(
      /^(https:\/\/tools\.usps\.com\/|\/sandbox\/letters\/ltr_)/,
    )
    expect(under.post.trackingUrl(await accepted(letter()))).toBeNull()
    const signed = await accepted(letter({ certified: true, returnReceipt: true }))
    expect(signed.trackingNumber).toMatch(/^\d{20,26}$/)
  })

  it('checks whether the postal service delivers to an address', async () => {
    expect(await under.post.checkAddress(address)).toEqual({ deliverable: 'yes', message: null })
    const nowhere = await under.post.checkAddress({ ...address, line1: '1 Nowhere Road' })
    expect(nowhere.deliverable).toBe('no')
    expect(nowhere.message).toMatch(/^[A-Z].*\.$/)
  })
}
