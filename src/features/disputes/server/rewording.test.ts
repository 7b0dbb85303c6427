import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, storedText, type TestApp, type Tokens } from '#test/support/app.ts'
import { pdfLines } from '#test/support/files/pdf-text.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { Dispute, Letter } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let dispute: Dispute
let letter: Letter
let items: object[]
beforeAll(async () => {
  app = await openApp({ demo: true })
  maya = await app.signIn('+12025550143')
  items = [await findCollection(app, maya)]
})
afterAll(() => app.close())
beforeEach(async () => {
  dispute = await postDispute(app, maya, 'account', { items, repeat: true })
  const [first] = dispute.letters
  if (!first) throw new Error('there is no letter')
  letter = first
})

const worded = (middle: string) => letter.body.replace(letter.editable, () => middle)
const reword = (body: string, as: Tokens = maya) =>
  app.send('PATCH', `/dispute/letter/${letter.id}`, { as, body: { body } })
const bodyOf = async () => {
  const { letters } = (await app.send('GET', `/dispute/${dispute.id}`, { as: maya })).json<Dispute>()
  return letters.find(({ id }) => id === letter.id)?.body
}

describe('a letter', () => {
  it('contains what the user wrote, on screen and on paper', async () => {
    const middle = 'Dear bureau,\nit is not mine.\n\nZanzibar-Quetzal: please look again.'
    const answer = await reword(worded(middle))
    expect(answer.statusCode).toBe(200)
    const [changed, ...others] = answer.json<Dispute>().letters
    expect(changed).toMatchObject({ id: letter.id, editable: middle, edited: true, body: worded(middle) })
    expect(others).toEqual(dispute.letters.slice(1))
    const pdf = await app.send('GET', `/dispute/letter/${letter.id}/pdf`, { as: maya })
    const lines = pdfLines(pdf.rawPayload).flat()
    expect(lines).toContain('Zanzibar-Quetzal: please look again.')
    expect(lines.join(' ')).not.toContain(letter.editable.slice(0, 30))
    expect(await storedText(app)).not.toContain('Zanzibar')
    expect(app.logged()).not.toContain('Zanzibar')
  })

  it('returns to its original text and is not called changed when that is restored', async () => {
    await reword(worded('Something else.'))
    const [back] = (await reword(letter.body)).json<Dispute>().letters
    expect(back).toEqual(letter)
  })

  it('accepts any line endings and characters that the fonts lack, and prints what it shows', async () => {
    const answer = await reword(
      worded('One.\r\n\r\n\r\nTwo   words. 😀\r\n').replaceAll(/(?<!\r)\n/g, '\r\n'),
    )
    expect(answer.json<Dispute>().letters[0]?.editable).toBe('One.\n\nTwo words.')
  })

  it('keeps one of several texts that are sent concurrently', async () => {
    const middles = Array.from({ length: 8 }, (_, index) => `Words number ${index}.`)
    const answers = await Promise.all(middles.map(middle => reword(worded(middle))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(middles.map(worded)).toContain(await bodyOf())
  })

  it.each<[string, () => string]>([
    ['the sender', () => letter.body.replace('Maya', 'Mia')],
    ['the recipient', () => letter.body.replaceAll('Allen, TX', 'Dallas, TX').replace('P.O. Box', 'PO Box')],
    ['the mark', () => letter.body.replace('Sandbox letter, do not mail\n\n', '')],
    ['the subject', () => letter.body.replace('Re: ', 'Re: My ')],
    ['the signature', () => `${letter.body} Esq.`],
    ['who writes', () => letter.body.replace('XXX-XX-4417', 'XXX-XX-0000')],
    ['everything', () => 'Please delete all.'],
    ['nothing but the middle, which is empty', () => worded('  \n\n ')],
    ['the middle, with a Social Security number', () => worded('My number is 666-34-4417.')],
    ['the middle, with its nine digits', () => worded('My number is 666344417.')],
    ['the middle, with letters that cannot be printed', () => worded('Это не мой счёт.')],
    ['the middle, without end', () => worded('x'.repeat(20_001))],
  ])('is refused and unchanged when the user changes %s', async (_, body) => {
    expect(readRefusal(await reword(body()))).toEqual([400, 'invalid_request', 'body'])
    expect(await bodyOf()).toBe(letter.body)
  })

  it('is refused if it becomes too long to mail', async () => {
    expect(readRefusal(await reword(worded(Array(6_000).fill('a').join('\n\n'))))).toEqual([
      422,
      'too_many_pages',
    ])
    expect(await bodyOf()).toBe(letter.body)
  })

  it('can be changed only by its owner', async () => {
    const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
    const manager = await startImpersonation(app, id, 'The client asked us.')
    expect(readRefusal(await reword(worded('Mine.'), await app.register()))).toEqual([404, 'not_found'])
    expect(readRefusal(await reword(worded('Mine.'), manager))).toEqual([403, 'not_allowed'])
    expect(await bodyOf()).toBe(letter.body)
  })

  it('cannot be changed once it was sent to the mail provider', async () => {
    const sent = await app.send('POST', `/dispute/${dispute.id}/send-physical`, { as: maya, body: {} })
    expect(sent.statusCode).toBe(200)
    expect(readRefusal(await reword(worded('Too late.')))).toEqual([409, 'already_mailed'])
    expect(await bodyOf()).toBe(letter.body)
  })

  it('records every change in the audit log, and no refused one', async () => {
    await reword(worded('Once.'))
    await reword('Refused.')
    const { rows } = await app.database.db.execute(
      sql`select act from audit_events where act = 'letter_changed' and object_id = ${letter.id}`,
    )
    expect(rows).toHaveLength(1)
  })
})
