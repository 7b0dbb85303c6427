import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#api/endpoint.ts'
import { agreementTextsInForce, saveContract, saveDisclosure } from '#features/agreement/server/agreements.ts'
import type { Analytics } from '#features/credit/contract.ts'
import type { Dispute } from '#features/disputes/dispute-contract.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { plainPicture } from '#test/support/files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '#test/support/files/uploads.ts'
import { keysBetweenPeople } from '#test/support/placement.ts'
import { endpointTable } from './api/table.ts'

/**
 * Every id in the path of a user's endpoint, used by another user: it is not found, and the object stays unchanged. An
 * endpoint whose id is not created here fails.
 */

/** Parts of paths that name a type of object rather than an object of a user. */
const kindsOfThings = /\/:type$/

const lines = Object.entries(endpointTable).flatMap(([area, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(
      ([, { auth, params, path }]) => auth === 'user' && params !== undefined && !kindsOfThings.test(path),
    )
    .map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

const step = {
  itemId: '0192f0c1-0000-7000-8000-0000000000ff',
  kind: 'dispute_again',
  bureaus: ['TransUnion'],
  attested: true,
}

/** Valid bodies, so that only the id can be wrong. */
const bodies: Readonly<Record<string, object>> = {
  'disputes.attest': { attested: true },
  'disputes.previewFollowUp': step,
  'disputes.createFollowUp': step,
  'disputes.sendPhysical': { certified: false },
  'disputes.mailAgain': { reason: 'It came back.' },
  'disputes.rewordLetter': { body: 'Please look again.' },
  'disputes.readAnswer': { documentIds: [step.itemId] },
  'disputes.takeBackOutcome': { itemId: step.itemId, bureau: 'TransUnion' },
  'planning.change': { name: 'Mine now' },
  'disputes.outcome': { itemId: step.itemId, bureau: 'TransUnion', outcome: 'deleted', on: '2026-11-20' },
}

/** Stores a signed statement and a signed contract for an operator that requires them; returns the contract's id. */
const signPapers = (userId: string) =>
  app.database.db.transaction(async tx => {
    const texts = agreementTextsInForce({
      name: 'Harbor Credit Help',
      postalAddress: ['4 Quay Road', 'Portland, ME 04101'],
      creditRepairOrganization: {
        services: ['We draft letters.'],
        totalPayments: '$300',
        paymentTerms: 'By card.',
        guarantees: 'None.',
        estimatedDays: 90,
      },
      texts: { agreement: { version: '2026-11-01', title: 'Services', lead: 'Ours.', sections: [] } },
    })
    if (texts === null) throw new Error('there is nothing to sign')
    const signed = {
      userId,
      signature: 'Maya Brooks',
      client: { name: 'Maya Brooks', address: ['1 Oak Street'] },
      release: '0.0.0',
      now: app.now(),
    }
    const disclosureId = await saveDisclosure(tx, app.keyring, texts, signed)
    return (await saveContract(tx, app.keyring, texts, { ...signed, state: 'CA', disclosureId })).id
  })

let app: TestApp
let stranger: Tokens
const ids = new Map<string, string>()
beforeAll(async () => {
  app = await openApp({ demo: 'history' })
  const owner = await app.signIn('+12025550143')
  stranger = await app.register()

  const { data } = (await app.send('GET', '/user/sessions', { as: owner })).json<{ data: { id: string }[] }>()
  ids.set('sessionId', data[0]?.id ?? '')

  const { fullReport, report } = (await app.send('GET', '/credit/analytics', { as: owner })).json<Analytics>()
  ids.set('reportId', report?.id ?? '')
  const account = fullReport?.accountInformation.find(({ isCollection }) => isCollection)
  const body = {
    items: [{ accountId: account?.id, bureaus: [account?.bureau], reason: 'not_mine' }],
    attested: true,
  }
  const dispute = (await app.send('POST', '/dispute/account', { as: owner, body })).json<Dispute>()
  ids.set('disputeId', dispute.id)
  ids.set('letterId', dispute.letters[0]?.id ?? '')
  ids.set('bureau', dispute.letters[0]?.bureau ?? '')

  const frozen = { agency: 'Equifax', state: 'frozen', on: '2026-11-02' }
  const { data: freezes } = (await app.send('POST', '/freezes', { as: owner, body: frozen })).json<{
    data: { history: { recordId: string | null }[] }[]
  }>()
  ids.set('recordId', freezes.flatMap(({ history }) => history.map(({ recordId }) => recordId))[0] ?? '')

  const alerts = (await app.send('GET', '/alerts', { as: owner })).json<{ data: { id: string }[] }>()
  ids.set('alertId', alerts.data[0]?.id ?? '')

  const plan = { name: 'A year', content: { kind: 'what_if', steps: [{ kind: 'months', months: 12 }] } }
  ids.set('planId', (await app.send('POST', '/plans', { as: owner, body: plan })).json<{ id: string }>().id)

  const wish = { desiredAverageAge: 0, sendToManager: true }
  const advice = await app.send('POST', '/tradelines/advice', { as: owner, body: wish })
  ids.set('requestId', advice.json<{ request: { id: string } }>().request.id)

  const { id: userId } = (await app.send('GET', '/user/info', { as: owner })).json<{ id: string }>()
  ids.set('paperId', await signPapers(userId))

  ids.set(
    'documentId',
    parseUploadedDocument(await uploadDocument(app, 'License', await plainPicture(), { as: owner })).id,
  )
})
afterAll(() => app.close())

describe("someone else's id", () => {
  it.each(lines)('is not found by $name', async ({ name, endpoint }) => {
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => {
      const id = ids.get(param)
      if (!id) throw new Error(`no ${param} was made to try with`)
      return id
    })
    const body = endpoint.body ? bodies[name] : undefined
    if (endpoint.body && !body) throw new Error(`no body to try ${name} with`)
    const answer = await app.send(endpoint.method, path, { as: stranger, ...(body ? { body } : {}) })
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }])
  })

  it('is not in any row of another user', async () => {
    expect(await keysBetweenPeople(app.database.db)).toEqual([])
  })
})
