/**
 * The letters in production at the fake provider. It follows Lob's published rules (lob-openapi 1.22.0) and knows
 * nothing of our adapter.
 */

export type LobRefusal = { status: number; code: string }

export type LedgerLetter = {
  id: string
  key: string | null
  fields: Readonly<Record<string, string>>
  pdf: Buffer
  metadata: Readonly<Record<string, string>>
  createdAt: Date
  /** From when lists show it. */
  listedAt: Date
  status: 'processed' | 'rendered' | 'failed'
  deleted: boolean
  trackingNumber: string | null
  tracking: { id: string; name: string; time: Date }[]
}

const CANCEL_MS = 5 * 60_000
const KEY_LIVES_MS = 24 * 60 * 60_000

const inner = (fields: Readonly<Record<string, string>>, group: string) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const [, found, key] = /^(\w+)\[(\w+)\]$/.exec(name) ?? []
      return found === group && key !== undefined ? [[key, value]] : []
    }),
  )

const problemOf = (fields: Readonly<Record<string, string>>, pdf: Buffer): LobRefusal | null => {
  const refused = (code: string) => ({ status: 422, code })
  if (!fields.use_type) return refused('mail_use_type_can_not_be_null')
  if (fields.color === undefined) return refused('invalid')
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') return refused('invalid_file')
  for (const side of ['to', 'from']) {
    const {
      name = '',
      address_line1: line1 = '',
      address_line2: line2 = '',
      address_zip: zip = '',
    } = inner(fields, side)
    if (name === '' || line1 === '' || zip === '') return refused('invalid')
    if (name.length > 40 || line1.length + line2.length > 50) return refused('address_length_exceeds_limit')
  }
  if (inner(fields, 'from').address_country !== 'US') return refused('foreign_return_address')
  if (/^1 Nowhere\b/.test(fields['to[address_line1]'] ?? ''))
    return refused('failed_deliverability_strictness')
  return null
}

/** A letter as Lob's API shows it. */
export const toLobLetter = (letter: LedgerLetter) => ({
  id: letter.id,
  object: 'letter',
  description: null,
  metadata: letter.metadata,
  to: { ...inner(letter.fields, 'to'), object: 'address' },
  from: { ...inner(letter.fields, 'from'), object: 'address' },
  color: letter.fields.color === 'true',
  double_sided: letter.fields.double_sided !== 'false',
  address_placement: letter.fields.address_placement ?? 'top_first_page',
  extra_service: letter.fields.extra_service ?? null,
  mail_type: letter.fields.mail_type ?? 'usps_first_class',
  use_type: letter.fields.use_type,
  url: `https://lob-assets.com/letters/${letter.id}.pdf?expires=1540372221&signature=not-to-be-shown`,
  carrier: 'USPS',
  status: letter.status,
  tracking_number: letter.trackingNumber,
  tracking_events: letter.tracking.map(({ id, name, time }) => ({
    id,
    type: letter.trackingNumber === null ? 'normal' : 'certified',
    name,
    time: time.toISOString(),
    object: 'tracking_event',
  })),
  expected_delivery_date: new Date(letter.createdAt.getTime() + 5 * 86_400_000).toISOString().slice(0, 10),
  date_created: letter.createdAt.toISOString(),
  date_modified: letter.createdAt.toISOString(),
  ...(letter.deleted ? { deleted: true } : {}),
})

export const createLetterLedger = (clock: () => Date) => {
  const ledger: LedgerLetter[] = []
  /** Keys reused with other bytes. Lob does not document what happens then, so it must never occur. */
  const otherBytes: string[] = []
  const keys = new Map<string, { letter: LedgerLetter; hash: string }>()

  const create = (
    given: { key: string | null; hash: string; fields: Readonly<Record<string, string>>; pdf: Buffer },
    lagMs = 0,
  ): LedgerLetter | LobRefusal => {
    const { key, hash, fields, pdf } = given
    const now = clock()
    const earlier = key === null ? undefined : keys.get(key)
    if (earlier && now.getTime() - earlier.letter.createdAt.getTime() < KEY_LIVES_MS) {
      if (earlier.hash !== hash) otherBytes.push(key ?? '')
      return earlier.letter
    }
    const problem = problemOf(fields, pdf)
    if (problem) return problem
    const number = String(ledger.length + 1)
    const letter: LedgerLetter = {
      id: `ltr_${number.padStart(16, '0')}`,
      key,
      fields,
      pdf,
      metadata: inner(fields, 'metadata'),
      createdAt: now,
      listedAt: new Date(now.getTime() + lagMs),
      status: 'processed',
      deleted: false,
      trackingNumber: fields.extra_service ? `9207190235890900${number.padStart(10, '0')}` : null,
      tracking: [],
    }
    ledger.push(letter)
    if (key !== null) keys.set(key, { letter, hash })
    return letter
  }

  const one = (id: string) => ledger.find(letter => letter.id === id)

  const list = (query: URLSearchParams) => {
    const limit = Number(query.get('limit') ?? 10)
    const from = query.get('date_created[gte]')
    const until = query.get('date_created[lt]')
    const wanted = [...query].flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1]
      return key === undefined ? [] : [[key, value] as const]
    })
    const fits = ledger
      .filter(letter => letter.listedAt <= clock())
      .filter(letter => from === null || letter.createdAt >= new Date(from))
      .filter(letter => until === null || letter.createdAt < new Date(until))
      .filter(letter => wanted.every(([key, value]) => letter.metadata[key] === value))
      .toReversed()
    const start = Number(query.get('after') ?? 0)
    const page = fits.slice(start, start + limit)
    return { page, next: start + limit < fits.length ? start + limit : null }
  }

  const cancel = (id: string): LobRefusal | 'done' => {
    const letter = one(id)
    if (!letter) return { status: 404, code: 'not_found' }
    if (letter.deleted) return 'done'
    if (clock().getTime() - letter.createdAt.getTime() > CANCEL_MS)
      return { status: 422, code: 'not_deletable' }
    letter.deleted = true
    return 'done'
  }

  return { ledger, otherBytes, create, one, list, cancel }
}
