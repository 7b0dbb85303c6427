import { Readable } from 'node:stream'
import { AppError, NotOffered } from '#api/errors.ts'
import { unrecoverableAfter } from '#api/retention.ts'
import { isIdentityConfirmed } from '#features/identity/assurance.ts'
import { emailCodePolicy } from '#features/identity/codes.ts'
import type { ConsentKind } from '#features/identity/consent-texts.ts'
import { deletionDate } from '#features/identity/deletion.ts'
import { cancelDeletion, requestDeletion } from '#features/identity/server/account-deletion.ts'
import {
  listCurrentConsents,
  type OnReportAccessGranted,
  setConsent,
} from '#features/identity/server/consents.ts'
import { checkEmailCode, consumeEmailCode, sendEmailCode } from '#features/identity/server/email-codes.ts'
import { type PolicyDeps, requireTerms } from '#features/identity/server/policy-facts.ts'
import { endSessions } from '#features/identity/server/session-store.ts'
import { endSessionByToken } from '#features/identity/server/sessions.ts'
import { clearBrowserSession, readRefreshCookie } from '#features/identity/server/set-session-tokens.ts'
import { confirmEmail, requireUser, updateProfile } from '#features/identity/server/store.ts'
import type { OperatorSettings } from '#platform/config/operator-settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { Handlers } from '#platform/http/handler.ts'
import type { ExportFile, PersonalDataSource } from '#platform/personal-data-source.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { zipFiles } from '#platform/zip.ts'
import type { Portal } from '#providers/portal/port.ts'
import type { Capabilities } from '#values/capabilities.ts'
import { dayIn, showLongDay } from '#values/dates.ts'
import { deletionNotice } from '../contact-change.ts'
import type { account } from '../contract.ts'
import { afterDeletionText, retentionLines } from '../retention-text.ts'
import { readAccessLog } from './access-log.ts'
import { type ContactChangeDeps, contactChangeRoute } from './contact-change.ts'
import { archiveReadme, fileNamePart } from './export.ts'

type AccountDeps = ContactChangeDeps &
  PolicyDeps & {
    operator: Pick<OperatorSettings, 'retention' | 'inactiveAccountReason' | 'creditRepairOrganization'>
    /** Null if the operator has no portal. */
    portal: Portal | null
    capabilities: Pick<Capabilities, 'pulls' | 'mailing'>
    personalData: readonly PersonalDataSource[]
    timeZone: string
    log: Log
    onReportAccess: OnReportAccessGranted
  }

const iso = (at: Date | null) => at?.toISOString() ?? null

export const accountRoutes = (deps: AccountDeps): Handlers<typeof account> => {
  const {
    db,
    keyring,
    queueEmail,
    portal,
    personalData,
    sms,
    support,
    timeZone,
    log,
    onReportAccess,
    agreementTexts,
    operator,
  } = deps

  const notDone: readonly ConsentKind[] = [
    // A provider that texts only codes sends no notices.
    ...(sms === null ? (['sms'] as const) : []),
    ...(deps.capabilities.pulls ? [] : (['reportAccess'] as const)),
    ...(deps.capabilities.mailing ? [] : (['staffMailing'] as const)),
    ...(sms !== null && deps.capabilities.mailing ? [] : (['letterTexts'] as const)),
  ]

  const consentList = async (from: Database, userId: string) => ({
    data: (await listCurrentConsents(from, agreementTexts, userId))
      // Consents to what this server does not do are not offered, but those given can be withdrawn.
      .filter(({ kind, given }) => given || !notDone.includes(kind))
      .map(consent => ({ ...consent, at: iso(consent.at) })),
  })

  const addressToConfirm = async (userId: string): Promise<string> => {
    const { emailVerified, profile } = await requireUser(db, keyring, userId)
    if (emailVerified) throw new AppError('conflict', { message: 'This email address is confirmed already.' })
    return profile.email
  }

  return {
    change: contactChangeRoute(deps),

    setGoal: async ({ principal: { userId }, body, audit, now }) =>
      db.transaction(async tx => {
        await updateProfile(tx, keyring, userId, { ...body, goalSetOn: dayIn(timeZone, now) })
        await audit(tx)
        return { success: true as const }
      }),

    sendEmailCode: async ({ principal: { userId }, now }) => {
      const address = await addressToConfirm(userId)
      await db.transaction(tx => sendEmailCode(tx, deps, { userId, purpose: 'verify', address, now }))
      return { success: true, expiresInSeconds: emailCodePolicy.lifeSeconds }
    },

    verifyEmail: async ({ principal: { userId }, body: { code }, audit, now }) => {
      const address = await addressToConfirm(userId)
      const id = await checkEmailCode(db, keyring, { userId, purpose: 'verify', address, code, now })
      await db.transaction(async tx => {
        await consumeEmailCode(tx, id, now)
        await confirmEmail(tx, keyring, userId, address, now)
        await audit(tx)
      })
      return { success: true }
    },

    consents: ({ principal }) => consentList(db, principal.userId),

    setConsent: async ({ principal: { userId }, body, audit, now }) => {
      if (body.kind === 'terms' && !body.given) {
        throw new AppError('invalid_request', {
          message: 'There is no account without these terms. To withdraw, delete your account.',
        })
      }
      return db.transaction(async tx => {
        await setConsent(tx, agreementTexts, userId, body, now)
        if ((body.kind === 'reportAccess' || body.kind === 'terms') && body.given)
          await onReportAccess(tx, userId, now)
        await audit(tx, { objectId: body.kind })
        return consentList(tx, userId)
      })
    },

    accessLog: async ({ principal, now }) => ({
      data: await readAccessLog(db, keyring, principal.userId, now),
    }),

    retention: async () => ({
      data: retentionLines(
        operator.retention,
        operator.inactiveAccountReason,
        operator.creditRepairOrganization !== null,
      ),
      afterDeletion: afterDeletionText(operator.retention, operator.creditRepairOrganization !== null),
    }),

    portalLink: async ({ principal: { userId }, audit, now }) => {
      if (portal === null) throw new NotOffered('There is no monitoring portal here.')
      const user = await requireUser(db, keyring, userId)
      if (!user.enrolled) throw new AppError('not_allowed')
      if (!isIdentityConfirmed(user)) throw new AppError('not_verified')
      await requireTerms(deps, userId)
      const link = await portal.linkFor({ userId, now })
      await audit(db)
      return { success: true, ...link }
    },

    exportData: async ({ principal, now }) => {
      const today = dayIn(timeZone, now)
      const readme = Buffer.from(archiveReadme(support.name, showLongDay(today)))
      const files: ExportFile[] = [{ path: 'README.txt', bytes: readme }]
      for (const { exportFiles } of personalData)
        files.push(...((await exportFiles?.(db, keyring, principal.userId, now)) ?? []))
      // Read one file before the response begins, so that a storage failure can still be reported as an error.
      const lazy = files.flatMap(({ bytes }) => (typeof bytes === 'function' ? [bytes] : []))
      await lazy[0]?.()
      const bytes = Readable.from(zipFiles(files))
      // The response has begun: its broken end shows the user that it is incomplete, and the log tells the operator why.
      bytes.on('error', error => log.error('an export broke off', { error }))
      return { name: `${fileNamePart(support.name)}-data-${today}.zip`, bytes }
    },

    remove: async ({ principal: { userId }, http, audit, now }) => {
      const { profile } = await requireUser(db, keyring, userId)
      const deletionAt = await db.transaction(async tx => {
        const { askedAt, first } = await requestDeletion(tx, userId, now)
        const at = deletionDate(askedAt)
        await endSessions(tx, { userId }, 'deletion', now)
        await endSessionByToken(tx, readRefreshCookie(http, 'manager'), 'signed_out', now)
        if (first) {
          const show = (day: Date) => showLongDay(dayIn(timeZone, day))
          const unrecoverable = show(unrecoverableAfter(at, operator.retention))
          const hasAgreement = operator.creditRepairOrganization !== null
          const notice = deletionNotice({ day: show(at), unrecoverable, hasAgreement }, support)
          await queueEmail(tx, { userId, to: profile.email, kind: 'deletion-notice', ...notice })
        }
        await audit(tx)
        return at
      })
      clearBrowserSession(http)
      return { success: true, deletionAt: deletionAt.toISOString() }
    },

    restore: async ({ principal: { userId }, audit, now }) => {
      await db.transaction(async tx => {
        await cancelDeletion(tx, userId, now)
        await audit(tx)
      })
      return { success: true }
    },
  }
}
