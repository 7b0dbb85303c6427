import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Document } from '#features/documents/contract.ts'
import type { TestApp, Tokens } from '../app.ts'
import { phonePicture } from '../files/pictures.ts'
import { parseUploadedDocument, uploadDocument } from '../files/uploads.ts'
import { mayasDocument } from '../reports/demo-documents.ts'
import { findCollection, postDispute } from './disputing.ts'
import { MANAGER_PASSWORD, newManager } from './new-manager.ts'

/**
 * A user with unique values, entered through every input of the product: forms, a report, disputes, letters, documents,
 * questions, staff, and deliberately invalid requests.
 */

/** The registration. */
const registration = {
  firstName: 'Zephyrine',
  middleName: 'Ottoline',
  lastName: 'Quackenbush',
  email: 'zephyrine.planted@mail.example',
  birthDate: '03/17/1971',
  streetAddress: '4711 Sweepstone Terrace',
  city: 'Quillhaven',
  zip: '83467-2219',
  ssn: '219-09-9876',
}

/** Replacements for values of the demo report. */
const reported = {
  creditor: 'QUIXOTRY RECOVERIES',
  lender: 'ZOUNDSWORTH MORTGAGE',
  bank: 'VEXILLARY BANK',
  employer: 'YCLEPTLY ACADEMY',
  formerStreet: '88 XYLOPHONE CT',
  accountNumber: '5178440212345678',
  shortAccountNumber: '9120664433',
}
const inReport: readonly (readonly [string, string])[] = [
  ['MERIDIAN COLLECTIONS', reported.creditor],
  ['KESTREL MORTGAGE', reported.lender],
  ['IRONBRIDGE BANK', reported.bank],
  ['ALDER STREET ELEMENTARY', reported.employer],
  ['9 FERNDALE CT', reported.formerStreet],
  ['22945750****', reported.accountNumber],
  ['44109263****', reported.shortAccountNumber],
  ['666344417', registration.ssn.replaceAll('-', '')],
  ['"MAYA"', `"${registration.firstName.toUpperCase()}"`],
  ['"BROOKS"', `"${registration.lastName.toUpperCase()}"`],
]

/** What else the user and the manager type. */
const typed = {
  explanation: 'The marmoset ate that bill in Tumbuktoo',
  draftWords: 'Unfinished gallimaufry of grievances',
  letterWords: 'Kindly strike this flibbertigibbet entry',
  documentName: 'Passport of Wuzzlebury',
  question: 'How old is my oldest brobdingnagian card?',
  idempotencyKey: 'idem-key-snollygoster-0001',
  reason: 'Client called about the sweepstone letter',
  lookedFor: 'Taradiddle Nobodysson',
  inPath: 'widdershins-in-a-path',
  inQuery: 'lickspittle-in-a-query',
  inHeader: 'Crapulous-Browser/9.1',
  inBrokenBody: 'pettifogger-in-a-broken-body',
  wrongPassword: 'cattywampus sesquipedalian wrong',
  wrongToken: 'bumfuzzle.token.that.is.wrong.0123456789',
}

const codesIn = (text: string) => [...text.matchAll(/\b\d{6}\b/g)].map(([code]) => code)

const numbered = (name: string, values: Iterable<string>) =>
  Object.fromEntries([...new Set(values)].map((value, place) => [`${name} ${place + 1}`, value]))

export type PlantedUser = {
  person: Tokens & { userId: string; phoneNumber: string }
  /** All planted values, by name. */
  values: Record<string, string>
  /** All responses. */
  answers: readonly string[]
}

const withReport = () => {
  let text = mayasDocument.toString('utf8')
  for (const [theirs, planted] of inReport) {
    expect(text).toContain(theirs)
    text = text.replaceAll(theirs, planted)
  }
  return text
}

/** Sends invalid requests, each with a word that a careless log would contain. */
const sendInvalidRequests = async (app: TestApp, person: Tokens) => {
  const { inPath, inQuery, inHeader, inBrokenBody, wrongPassword, wrongToken } = typed
  await app.send('GET', `/dispute/${inPath}`, { as: person })
  await app.send('GET', `/no-such-thing/${inPath}?q=${inQuery}`, { as: person })
  await app.send('GET', `/user/info?q=${inQuery}`, { as: person, headers: { 'user-agent': inHeader } })
  await app.app.http.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: `{"phoneNumber": "${inBrokenBody}`,
  })
  const email = 'nobody@mail.example'
  await app.send('POST', '/manager/login', { body: { email, password: wrongPassword } })
  await app.send('GET', '/user/info', { as: { accessToken: wrongToken, refreshToken: wrongToken } })
  await app.send('POST', '/auth/refresh', { body: { refreshToken: wrongToken } })
}

/** Plants the values. The app must be opened with the demo users, whose bureau and mail provider are used. */
export const plantUser = async (app: TestApp): Promise<PlantedUser> => {
  const answers: string[] = []
  const secrets: string[] = []
  const good = async (...asked: Parameters<TestApp['send']>) => {
    const answer = await app.send(...asked)
    if (answer.statusCode >= 400) throw new Error(`${asked[1]} was answered: ${answer.body}`)
    answers.push(answer.body)
    return answer
  }
  const person = await app.register(registration)
  const as = person
  secrets.push(person.accessToken, person.refreshToken)
  expect((await app.upload('/credit/reports/import', withReport(), { as })).statusCode).toBe(201)

  const item = {
    key: 'a',
    bureaus: ['TransUnion'],
    reason: 'other',
    text: typed.draftWords,
    from: null,
    until: null,
  }
  await good('PUT', '/dispute/draft/account', { as, body: { step: 'why', items: [item], documentIds: [] } })
  const passport: Document = parseUploadedDocument(
    await uploadDocument(app, typed.documentName, await phonePicture(), { as }),
  )
  const collection = { ...(await findCollection(app, as)), reason: 'other', explanation: typed.explanation }
  const dispute = await postDispute(
    app,
    as,
    'account',
    { items: [collection], documentIds: [passport.id], repeat: true },
    { headers: { 'idempotency-key': typed.idempotencyKey } },
  )
  for (const { id, body, editable } of dispute.letters) {
    const reworded = body.replace(editable, () => `${editable} ${typed.letterWords}`)
    await good('PATCH', `/dispute/letter/${id}`, { as, body: { body: reworded } })
  }
  await good('POST', '/credit/voice-helper', { as, body: { question: typed.question } })
  await good('POST', '/user/email/code', { as })
  await good('POST', '/tradelines/advice?request=true', { as, body: {} })
  await app.work()
  for (const path of [
    '/user/info',
    '/user/sessions',
    '/user/access-log',
    '/credit/analytics',
    '/dispute',
    '/alerts',
  ])
    await good('GET', path, { as })
  await good('GET', `/documents/${passport.id}/download`, { as })

  const manager = await newManager(app, 'agent')
  secrets.push(manager.accessToken, manager.refreshToken, manager.email)
  for (const query of [registration.lastName, registration.email, typed.lookedFor])
    await good('GET', `/manager/clients?query=${encodeURIComponent(query)}`, { as: manager })
  const body = { phoneNumber: person.phoneNumber, reason: typed.reason }
  const opened = (await good('POST', '/manager/user-login-as-manager', { as: manager, body })).json<Tokens>()
  secrets.push(opened.accessToken, opened.refreshToken)
  await good('GET', '/credit/analytics', { as: opened })
  await sendInvalidRequests(app, person)

  const { items } = (await app.send('GET', '/sandbox/outbox', { from: '127.0.0.1' })).json<{
    items: { to: string; body: string }[]
  }>()
  const hers = items.filter(({ to }) => [person.phoneNumber, registration.email].includes(to))
  const keys = readFileSync(app.keyringFile, 'utf8').match(/[A-Za-z0-9+/]{43}=/g) ?? []
  expect(keys.length).toBeGreaterThanOrEqual(8)
  return {
    person,
    answers,
    values: {
      ...registration,
      ...reported,
      ...typed,
      'full name': `${registration.firstName} ${registration.lastName}`,
      'ssn in digits': registration.ssn.replaceAll('-', ''),
      'birth date as a day': '1971-03-17',
      'phone number': person.phoneNumber,
      'phone in digits': person.phoneNumber.slice(2),
      'zip alone': registration.zip.slice(0, 5),
      'password of the manager': MANAGER_PASSWORD,
      ...numbered(
        'code',
        hers.flatMap(({ body: words }) => codesIn(words)),
      ),
      ...numbered('token', secrets),
      ...numbered('key', keys),
    },
  }
}
