import { and, asc, eq } from 'drizzle-orm'
import { Refusal } from '#api/errors.ts'
import { type Holding, jsonFile } from '#platform/holding.ts'
import { maskSsn } from '#values/mask.ts'
import { consentTexts } from '../consent-texts.ts'
import { consentSeriesOf } from './consents.ts'
import { dropGuard } from './phone-guards.ts'
import { personOf } from './store.ts'
import { codeChallenges, knownBrowsers, sessions, users } from './tables.ts'

/** Who the person is, what she agreed to and where she signed in. */
export const identityHolding: Holding = {
  name: 'identity',
  files: async (db, vault, userId) => {
    const person = await personOf(db, vault, userId)
    if (!person) throw new Refusal('no_session')
    const {
      profile: { ssnLastFour, ...profile },
      ...rest
    } = person
    const consents = await consentSeriesOf(db, userId)
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
      .select({ signedInAt: knownBrowsers.signedInAt, wrongCodes: knownBrowsers.wrongCodes })
      .from(knownBrowsers)
      .where(eq(knownBrowsers.userId, userId))
      .orderBy(asc(knownBrowsers.signedInAt))
    return [
      jsonFile('profile.json', { ...rest, ...profile, ssn: maskSsn(ssnLastFour) }),
      jsonFile(
        'consents.json',
        consents.map(consent => {
          const { version, title, text } = consentTexts[consent.kind]
          return { title, ...consent, ...(version === consent.version ? { text } : {}) }
        }),
      ),
      jsonFile('sessions.json', signIns),
      jsonFile('browsers.json', browsers),
    ]
  },
  erase: async (tx, vault, { userId, phoneNumber }) => {
    const phoneIndex = vault.phoneIndex(phoneNumber)
    await tx.delete(codeChallenges).where(eq(codeChallenges.phoneIndex, phoneIndex))
    await dropGuard(tx, phoneIndex)
    await tx.delete(users).where(eq(users.id, userId))
  },
}
