import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Analytics, History } from '#features/credit/contract.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { readConfig } from '#platform/config/config.ts'
import { storeEverything } from '#providers/credit-data/port.ts'
import { openApp, type TestApp, type Tokens } from '#test/support/app.ts'
import { startImpersonation } from '#test/support/people/impersonation.ts'
import { mayasDocument as mayas } from '#test/support/reports/demo-documents.ts'
import { wholeDocument } from '../storage-policy.ts'
import { readReportDocument, storeReport } from './receive.ts'

const DAY = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await openApp({ openedAt: new Date('2026-11-20T15:00:00Z') })
})
afterAll(() => app.close())

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))
const transUnion = fixture('ada.transunion.xml')
const experian = fixture('ada.experian.json')
const equifax = fixture('ada.equifax.json')

let people = 0
/** Ada, with a separate file from each of three bureaus. */
const ada = async () => {
  people += 1
  const as = await app.register({ firstName: 'Ada', lastName: 'Quill', ssn: `21${300 + people}2041` })
  await app.send('POST', '/user/max-plan', { as, body: { enabled: true } })
  return as
}

type Imported = {
  reportId: string
  bureaus: string[]
  parts: { bureau: string; reportId: string; reportDate: string | null; fileName: string | null }[]
  missing: string[]
  leftOut: { bureau: string }[]
  code?: string
  message?: string
}
const bring = async (as: Tokens, file: Uint8Array | string) =>
  (await app.upload('/credit/reports/import', file, { as })).json<Imported>()
const analyticsOf = async (as: Tokens) =>
  (await app.send('GET', '/credit/analytics', { as })).json<Analytics>()
const bureausShown = async (as: Tokens) => (await analyticsOf(as)).report?.bureaus

describe('files of one bureau each', () => {
  it('become one report, each part with its file and date', async () => {
    const as = await ada()
    const first = await bring(as, equifax)
    expect([first.bureaus, first.missing]).toEqual([['Equifax'], ['TransUnion', 'Experian']])
    await bring(as, experian)
    const last = await bring(as, transUnion)
    expect(last).toMatchObject({ bureaus: ['TransUnion'], missing: [], leftOut: [] })
    expect(last.parts.map(({ bureau, reportId }) => [bureau, reportId === last.reportId])).toEqual([
      ['TransUnion', true],
      ['Experian', false],
      ['Equifax', false],
    ])
    const { report, fullReport } = await analyticsOf(as)
    expect(report?.parts).toEqual(last.parts)
    const maple = fullReport?.accountInformation.filter(
      ({ creditorName }) => creditorName === 'MAPLE BANK CARD',
    )
    expect(maple?.map(({ bureau }) => bureau)).toEqual(['Equifax', 'Experian', 'TransUnion'])
    expect(new Set(maple?.map(({ id }) => id)).size).toBe(1)
  })

  it('imported again keep their ids, without changes at the others', async () => {
    const as = await ada()
    await bring(as, equifax)
    await bring(as, experian)
    const idsOf = ({ fullReport }: Analytics) =>
      fullReport?.accountInformation.map(({ id, bureau }) => `${bureau} ${id}`).toSorted()
    const before = idsOf(await analyticsOf(as))
    await bring(as, equifax)
    expect(idsOf(await analyticsOf(as))).toEqual(before)
    const { history } = (await app.send('GET', '/credit/history', { as })).json<History>()
    expect(Object.values(history).flatMap(entries => entries.flatMap(({ changes }) => changes))).toEqual([])
    expect((await app.send('GET', '/alerts', { as })).json()).toMatchObject({ data: [] })
  })

  it('that arrive concurrently are all in the report', async () => {
    const as = await ada()
    await Promise.all([equifax, experian, transUnion].map(file => bring(as, file)))
    expect(await bureausShown(as)).toEqual(['TransUnion', 'Experian', 'Equifax'])
  })

  it('are not joined after the window, and the response states what was left out', async () => {
    const as = await ada()
    await bring(as, equifax)
    app.pass(46 * DAY)
    const again = await app.signIn(as.phoneNumber)
    const later = await bring(again, experian)
    expect(later.leftOut.map(({ bureau }) => bureau)).toEqual(['Equifax'])
    expect(await bureausShown(again)).toEqual(['Experian'])
  })

  it('on a free plan show TransUnion, but neither file nor date of another bureau', async () => {
    const as = await ada()
    await bring(as, equifax)
    await bring(as, transUnion)
    await app.send('POST', '/user/max-plan', { as, body: { enabled: false } })
    const answer = await app.send('GET', '/credit/analytics', { as })
    expect(answer.json<Analytics>().report?.parts.map(({ bureau }) => bureau)).toEqual(['TransUnion'])
    expect(answer.body).not.toMatch(/Equifax|equifax/)
  })

  it('are replaced by a file of all three', async () => {
    const as = await ada()
    await bring(as, equifax)
    const { parts } = await bring(as, mayas)
    expect(new Set(parts.map(({ reportId }) => reportId)).size).toBe(1)
  })

  it('older than the part of their bureau change nothing', async () => {
    const as = await ada()
    const kept = await bring(as, equifax)
    const older = equifax.toString('utf8').replaceAll('10052026', '09052026')
    expect(await bring(as, older)).toMatchObject({ code: 'older_report' })
    expect((await analyticsOf(as)).report?.id).toBe(kept.reportId)
  })
})

describe('replacing the part of a bureau', () => {
  const older = Buffer.from(equifax.toString('utf8').replaceAll('10052026', '09052026'))
  const replace = async (as: Tokens, file: Uint8Array, given: Record<string, string>) => {
    const fields = Object.entries(given).map(([name, value]) => ({ name, value }))
    const form = [...fields, { name: 'file', file, type: 'application/octet-stream' }]
    return (await app.sendForm('/credit/reports/import', form, { as })).json<Imported>()
  }
  const shownOf = async (as: Tokens) => {
    const { report, fullReport } = await analyticsOf(as)
    return { report, rows: fullReport?.accountInformation.map(({ id, bureau }) => `${bureau} ${id}`) }
  }

  it('with an older file requires consent to remove the newer one, then does both in one step', async () => {
    const as = await ada()
    const newer = await bring(as, equifax)
    await bring(as, experian)
    const before = await shownOf(as)
    const refused = await replace(as, older, { replaces: 'Equifax' })
    expect(refused).toMatchObject({ code: 'older_report' })
    expect(refused.message).toContain('is newer, of 10/05/2026. Nothing was changed.')
    expect(await shownOf(as)).toEqual(before)

    const removesNewer = newer.reportId
    const replaced = await replace(as, older, { replaces: 'Equifax', removesNewer })
    expect(replaced.parts.map(({ bureau, reportDate }) => [bureau, reportDate])).toEqual([
      ['Experian', before.report?.parts[0]?.reportDate],
      ['Equifax', '2026-09-05'],
    ])
    const after = await shownOf(as)
    expect(after.rows?.toSorted()).toEqual(before.rows?.toSorted())
    const { history } = (await app.send('GET', '/credit/history', { as })).json<History>()
    expect(history.Equifax?.map(({ reportTime }) => reportTime.slice(0, 10))).toEqual(['2026-09-05'])
    expect((await app.send('DELETE', `/credit/reports/${newer.reportId}`, { as })).statusCode).toBe(404)
  })

  it('with a newer file keeps the previous part in the history', async () => {
    const as = await ada()
    const former = await bring(as, older)
    await replace(as, equifax, { replaces: 'Equifax', removesNewer: former.reportId })
    const { history } = (await app.send('GET', '/credit/history', { as })).json<History>()
    const days = history.Equifax?.map(({ reportTime }) => reportTime.slice(0, 10))
    expect(days).toEqual(['2026-10-05', '2026-09-05'])
  })

  it('changes nothing with a file of another bureau, or for a part that is no longer shown', async () => {
    const as = await ada()
    const first = await bring(as, equifax)
    await bring(as, equifax)
    const before = await shownOf(as)
    expect(await replace(as, experian, { replaces: 'Equifax' })).toMatchObject({
      code: 'not_a_report',
      message: 'This file contains no report of Equifax. Nothing was changed.',
    })
    const removesNewer = first.reportId
    expect(await replace(as, older, { replaces: 'Equifax', removesNewer })).toMatchObject({
      code: 'older_report',
    })
    expect(await shownOf(as)).toEqual(before)
  })

  it('that fails halfway leaves the newer part', async () => {
    const as = await ada()
    const newer = await bring(as, equifax)
    const before = await shownOf(as)
    const { db } = app.database
    const { profile } = await requireUser(db, app.keyring, as.userId)
    const { reportBounds: bounds } = readConfig({})
    const { partial: _, ...report } = await readReportDocument(older, profile, bounds.limits)
    const onReport = [() => Promise.reject(new Error('the alerts failed'))]
    const replacing = db.transaction(tx =>
      storeReport(
        tx,
        { keyring: app.keyring, bounds, onReport },
        as.userId,
        {
          report,
          documents: wholeDocument(older),
          policy: storeEverything,
          fileName: null,
          origin: 'import',
          receivedAt: app.now(),
        },
        { bureau: 'Equifax', removesNewer: newer.reportId },
      ),
    )
    await expect(replacing).rejects.toThrow('the alerts failed')
    expect(await shownOf(as)).toEqual(before)
  })

  it('with an older file is refused to staff', async () => {
    const as = await ada()
    const newer = await bring(as, equifax)
    const staff = await startImpersonation(app, as.userId, 'Asked on the phone')
    const removesNewer = newer.reportId
    expect(await replace(staff, older, { replaces: 'Equifax', removesNewer })).toMatchObject({
      code: 'not_allowed',
    })
    expect(await bureausShown(as)).toEqual(['Equifax'])
  })
})

describe('removing', () => {
  const remove = (as: Tokens, reportId: string, query = '') =>
    app.send('DELETE', `/credit/reports/${reportId}${query}`, { as })

  it('an import removes its part, and the previous part is shown again', async () => {
    const as = await ada()
    const first = await bring(as, equifax)
    const wrong = await bring(as, equifax)
    await bring(as, experian)
    const partsShown = async () =>
      (await analyticsOf(as)).report?.parts.map(({ bureau, reportId }) => [bureau, reportId])
    const before = await partsShown()
    expect(before).toContainEqual(['Equifax', wrong.reportId])
    expect((await remove(as, wrong.reportId)).json()).toEqual({ success: true })
    expect(await partsShown()).toContainEqual(['Equifax', first.reportId])
    expect((await remove(as, wrong.reportId)).statusCode).toBe(404)
  })

  it('the only file of a bureau keeps the others, with the same accounts', async () => {
    const as = await ada()
    const wrong = await bring(as, equifax)
    await bring(as, experian)
    const idsAt = async (bureau: string) =>
      (await analyticsOf(as)).fullReport?.accountInformation
        .filter(account => account.bureau === bureau)
        .map(({ id }) => id)
    const before = await idsAt('Experian')
    await remove(as, wrong.reportId)
    expect(await bureausShown(as)).toEqual(['Experian'])
    expect(await idsAt('Experian')).toEqual(before)
    const shown = JSON.stringify((await app.send('GET', '/credit/findings', { as })).json())
    expect(shown).not.toContain('Equifax')
  })

  it('the last report leaves none, and disputes keep their content', async () => {
    const as = await ada()
    const { reportId } = await bring(as, experian)
    const [account] = (await analyticsOf(as)).fullReport?.accountInformation ?? []
    const items = [{ accountId: account?.id, bureaus: ['Experian'], reason: 'not_mine' }]
    const made = await app.send('POST', '/dispute/account', { as, body: { items, attested: true } })
    expect(made.statusCode).toBe(201)
    const dispute = made.json<{ id: string; letters: object[] }>()
    await remove(as, reportId)
    expect((await analyticsOf(as)).report).toBeNull()
    const after = await app.send('GET', `/dispute/${dispute.id}`, { as })
    expect(after.json()).toMatchObject({ letters: [{ bureau: 'Experian' }] })
  })

  it('one bureau of a file keeps its others', async () => {
    const as = await ada()
    const { reportId } = await bring(as, mayas)
    await remove(as, reportId, '?bureau=Experian')
    expect(await bureausShown(as)).toEqual(['TransUnion', 'Equifax'])
  })
})
