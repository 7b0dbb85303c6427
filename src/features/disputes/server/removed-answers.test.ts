import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { findCollection, postDispute, readRefusal } from '#test/support/people/disputing.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import type { Dispute } from '../dispute-contract.ts'

let app: TestApp
let maya: Tokens
let dispute: Dispute
let itemId: string
beforeAll(async () => {
  app = await openApp({ demo: true, env: { BUSINESS_TZ: 'UTC' } })
  maya = await app.signIn('+12025550143')
})
afterAll(() => app.close())
beforeEach(async () => {
  const item = await findCollection(app, maya)
  dispute = await postDispute(app, maya, 'account', { items: [item], repeat: true })
  itemId = dispute.items[0]?.id ?? ''
})

const today = () => app.now().toISOString().slice(0, 10)
const note = (own: object = {}) =>
  app.send('PUT', `/dispute/${dispute.id}/outcome`, {
    as: maya,
    body: { itemId, bureau: 'TransUnion', outcome: 'verified', on: today(), ...own },
  })
const takeBack = (body: object = { itemId, bureau: 'TransUnion' }, as: Tokens = maya) =>
  app.send('POST', `/dispute/${dispute.id}/outcome/take-back`, { as, body })
const now = async (id = dispute.id) => (await app.send('GET', `/dispute/${id}`, { as: maya })).json<Dispute>()
const acts = async () => {
  const { rows } = await app.database.db.execute(
    sql`select act from audit_events where act = 'outcome_taken_back' and object_id = ${dispute.id}`,
  )
  return rows.length
}

describe('an answer recorded by mistake', () => {
  it('is removed with the steps that it made available, once', async () => {
    await note()
    expect((await takeBack()).json()).toEqual(dispute)
    expect(await now()).toEqual(dispute)
    expect((await takeBack()).json()).toEqual(dispute)
    expect(await acts()).toBe(1)
  })

  it('reopens a closed dispute, and leaves the answers of other bureaus', async () => {
    for (const bureau of dispute.items[0]?.bureaus ?? []) await note({ bureau, outcome: 'deleted' })
    expect((await now()).status).toBe('CLOSED')
    const { status, items } = (await takeBack()).json<Dispute>()
    expect(status).toBe('NEW')
    expect(items[0]?.answers.map(({ bureau }) => bureau)).not.toContain('TransUnion')
    expect(items[0]?.answers).toHaveLength((dispute.items[0]?.bureaus.length ?? 0) - 1)
  })

  it('leaves the letters created after it, and the step stays taken', async () => {
    await note()
    const body = { itemId, kind: 'method_of_verification', bureaus: ['TransUnion'], attested: true }
    const asked = await app.send('POST', `/dispute/${dispute.id}/follow-up`, { as: maya, body })
    const after = asked.json<Dispute>()
    await takeBack()
    expect(await now(after.id)).toEqual(after)
    const [item] = (await note()).json<Dispute>().items
    expect(item?.steps.map(({ kind }) => kind)).toEqual(['dispute_again', 'statement'])
  })

  it.each<[string, () => object, unknown[]]>([
    [
      'of an item of another dispute',
      () => ({ itemId: '0192f0c1-0000-7000-8000-00000000ffff', bureau: 'TransUnion' }),
      [404, 'not_found'],
    ],
    [
      'of a bureau that there is not',
      () => ({ itemId, bureau: 'Innovis' }),
      [400, 'invalid_request', 'bureau'],
    ],
  ])('is not removed %s', async (_, body, refusal) => {
    await note()
    expect(readRefusal(await takeBack(body()))).toEqual(refusal)
    expect((await now()).items[0]?.answers).toHaveLength(1)
  })

  it('can be removed by the owner and an assisting manager, and no one else', async () => {
    await note()
    const { id } = (await app.send('GET', '/user/info', { as: maya })).json<{ id: string }>()
    expect(readRefusal(await takeBack(undefined, await app.register()))).toEqual([404, 'not_found'])
    expect(readRefusal(await takeBack(undefined, await startImpersonation(app, id, null)))).toEqual([
      403,
      'read_only',
    ])
    expect(
      (await takeBack(undefined, await startImpersonation(app, id, 'The client asked.'))).statusCode,
    ).toBe(200)
  })
})

describe('the reply stored with an answer', () => {
  it('is shown as deleted if its document was permanently deleted, and not if none was stored', async () => {
    const picture = await plainPicture({ seed: 3 })
    const documentId = parseUploadedDocument(
      await uploadDocument(app, 'Reply', picture, { as: maya, kind: 'bureau_reply' }),
    ).id
    await note({ documentId })
    expect((await now()).items[0]?.answers).toMatchObject([{ documentId, replyDeleted: false }])
    await app.database.db.execute(sql`delete from documents where id = ${documentId}`)
    expect((await now()).items[0]?.answers).toMatchObject([{ documentId: null, replyDeleted: true }])
    await note()
    expect((await now()).items[0]?.answers).toMatchObject([{ documentId: null, replyDeleted: false }])
  })
})
