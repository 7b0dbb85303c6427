import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import { maskSsn } from '#values/mask.ts'
import { listAgreements } from './agreements.ts'
import { listEvidence } from './assurance.ts'
import { listChecks } from './identity-check.ts'
import { deleteFailureCounter } from './lock-out.ts'
import { listPushSubscriptions } from './push-subscriptions.ts'
import { findUser } from './store.ts'
import { codeChallenges, sessions, trustedBrowsers, users } from './tables.ts'
import { deleteRecoveryCodes } from './totp.ts'

/** The user's profile, consents, proofs of identity, sessions and trusted browsers. */
export const identityPersonalData: PersonalDataSource = {
  name: 'identity',
  exportFiles: async (db, keyring, userId) => {
    const user = await findUser(db, keyring, userId)
    if (!user) throw new AppError('no_session')
    const {
      profile: { ssnLastFour, ...profile },
      ...rest
    } = user
    const signIns = await db
      .select({
        device: sessions.device,
        proof: sessions.proof,
        startedAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        endedAt: sessions.endedAt,
        endReason: sessions.endReason,
      })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.kind, 'user')))
      .orderBy(asc(sessions.createdAt))
    const browsers = await db
      .select({ signedInAt: trustedBrowsers.signedInAt, wrongCodes: trustedBrowsers.failures })
      .from(trustedBrowsers)
      .where(eq(trustedBrowsers.ownerId, userId))
      .orderBy(asc(trustedBrowsers.signedInAt))
    return [
      jsonExportFile('profile.json', { ...rest, ...profile, ssn: maskSsn(ssnLastFour) }),
      jsonExportFile('identity.json', {
        evidence: await listEvidence(db, keyring, userId),
        checks: await listChecks(db, userId),
      }),
      jsonExportFile('consents.json', await listAgreements(db, userId)),
      jsonExportFile('sessions.json', signIns),
      jsonExportFile('browsers.json', browsers),
      jsonExportFile('notifications.json', await listPushSubscriptions(db, keyring, userId)),
    ]
  },
  erase: async (tx, keyring, { userId, phoneNumber }) => {
    const phoneIndex = keyring.phoneIndex(phoneNumber)
    await tx.delete(codeChallenges).where(eq(codeChallenges.phoneIndex, phoneIndex))
    await deleteFailureCounter(tx, phoneIndex)
    await deleteRecoveryCodes(tx, userId)
    await tx.delete(users).where(eq(users.id, userId))
  },
}
