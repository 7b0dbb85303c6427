import { Readable } from 'node:stream'
import { Refusal } from '#api/errors.ts'
import { dueAt } from '#features/identity/deletion.ts'
import { EMAIL_CODE_LIFE_SECONDS } from '#features/identity/email-codes.ts'
import { consentsOf, type OnReportAccess, setConsent } from '#features/identity/server/consents.ts'
import { checkEmailCode, mailCode, spendEmailCode } from '#features/identity/server/email-codes.ts'
import { endSessionsOf } from '#features/identity/server/end-sessions.ts'
import { leaveBrowser, refreshCookieIn } from '#features/identity/server/hand-over.ts'
import { askDeletion, undoDeletion } from '#features/identity/server/leaving.ts'
import { endByToken } from '#features/identity/server/sessions.ts'
import { confirmEmail, signedInPerson } from '#features/identity/server/store.ts'
import type { Database } from '#platform/db/database.ts'
import type { HeldFile, Holding } from '#platform/holding.ts'
import type { Answers } from '#platform/http/answer.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { Portal } from '#providers/portal/port.ts'
import { dayIn, showLongDay } from '#values/dates.ts'
import { archiveReadme } from '../archive-readme.ts'
import type { account } from '../contract.ts'
import { deletionNotice } from '../notices.ts'
import { accessLogOf } from './access-log.ts'
import { zipOf } from './archive.ts'
import { type ChangeDeps, changeRoute } from './change.ts'

export type AccountDeps = ChangeDeps & {
  portal: Portal
  holdings: readonly Holding[]
  timeZone: string
  log: Log
  onReportAccess: OnReportAccess
}

const iso = (at: Date | null) => at?.toISOString() ?? null

export const accountRoutes = (deps: AccountDeps): Answers<typeof account> => {
  const { db, vault, queueEmail, portal, holdings, sms, support, timeZone, log, onReportAccess } = deps

  const consentList = async (from: Database, userId: string) => ({
    data: (await consentsOf(from, userId))
      // A service that only texts codes sends no notices, so nobody is asked to agree to them.
      .filter(({ kind, at }) => kind !== 'sms' || sms !== null || at !== null)
      .map(consent => ({ ...consent, at: iso(consent.at) })),
  })

  const addressToConfirm = async (userId: string): Promise<string> => {
    const { emailVerified, profile } = await signedInPerson(db, vault, userId)
    if (emailVerified) throw new Refusal('conflict', { message: 'This email address is confirmed already.' })
    return profile.email
  }

  return {
    change: changeRoute(deps),

    sendEmailCode: async ({ caller: { userId }, now }) => {
      const address = await addressToConfirm(userId)
      await db.transaction(tx => mailCode(tx, deps, { userId, purpose: 'verify', address, now }))
      return { success: true, expiresInSeconds: EMAIL_CODE_LIFE_SECONDS }
    },

    verifyEmail: async ({ caller: { userId }, body: { code }, note, now }) => {
      const address = await addressToConfirm(userId)
      const id = await checkEmailCode(db, vault, { userId, purpose: 'verify', address, code, now })
      await db.transaction(async tx => {
        await spendEmailCode(tx, id, now)
        await confirmEmail(tx, vault, userId, address, now)
        await note(tx)
      })
      return { success: true }
    },

    consents: ({ caller }) => consentList(db, caller.userId),

    setConsent: async ({ caller: { userId }, body, note, now }) => {
      if (body.kind === 'terms' && !body.given) {
        throw new Refusal('invalid_request', {
          message: 'There is no account without these terms. To withdraw, delete your account.',
        })
      }
      return db.transaction(async tx => {
        await setConsent(tx, userId, body, now)
        if (body.kind === 'reportAccess' && body.given) await onReportAccess(tx, userId, now)
        await note(tx, { objectId: body.kind })
        return consentList(tx, userId)
      })
    },

    accessLog: async ({ caller, now }) => ({ data: await accessLogOf(db, vault, caller.userId, now) }),

    portalLink: async ({ caller: { userId }, note, now }) => {
      const { enrolled, skippedVerification } = await signedInPerson(db, vault, userId)
      if (!enrolled) throw new Refusal('not_allowed')
      if (skippedVerification) throw new Refusal('not_verified')
      const link = await portal.linkFor({ userId, now })
      await note(db)
      return { success: true, ...link }
    },

    exportData: async ({ caller, now }) => {
      const today = dayIn(timeZone, now)
      const readme = Buffer.from(archiveReadme(showLongDay(today)))
      const held: HeldFile[] = [{ path: 'README.txt', bytes: readme }]
      for (const { files } of holdings) held.push(...((await files?.(db, vault, caller.userId, now)) ?? []))
      // One file is read before the answer begins, so that a storage that fails is still an error in words.
      const lazy = held.flatMap(({ bytes }) => (typeof bytes === 'function' ? [bytes] : []))
      await lazy[0]?.()
      const bytes = Readable.from(zipOf(held))
      // The answer has begun: its end tells the person that it is not whole, and this line the operator why.
      bytes.on('error', error => log.error('an export broke off', { error }))
      return { name: `fairfile-data-${today}.zip`, bytes }
    },

    remove: async ({ caller: { userId }, http, note, now }) => {
      const { profile } = await signedInPerson(db, vault, userId)
      const deletionAt = await db.transaction(async tx => {
        const { askedAt, first } = await askDeletion(tx, userId, now)
        const at = dueAt(askedAt)
        await endSessionsOf(tx, userId, 'deletion', now)
        await endByToken(tx, refreshCookieIn(http, 'manager'), 'signed_out', now)
        if (first) {
          const notice = deletionNotice(showLongDay(dayIn(timeZone, at)), support.email)
          await queueEmail(tx, { userId, to: profile.email, kind: 'deletion-notice', ...notice })
        }
        await note(tx)
        return at
      })
      leaveBrowser(http)
      return { success: true, deletionAt: deletionAt.toISOString() }
    },

    restore: async ({ caller: { userId }, note, now }) => {
      await db.transaction(async tx => {
        await undoDeletion(tx, userId, now)
        await note(tx)
      })
      return { success: true }
    },
  }
}
