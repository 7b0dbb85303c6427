import { asc, eq, inArray } from 'drizzle-orm'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { LetterEventType, PostalAddress } from '#providers/letters/port.ts'
import { type LetterStatus, toLetterStatus } from '../letter-status.ts'
import { readMailedContent, readMailedPdf } from './mail-requests.ts'
import { mailEvents, mailJobStateColumns, mailJobs } from './tables.ts'

/** Proof of a mailing: what was submitted to the provider, when, and the events that it and the postal service reported. */

export type MailingProof = {
  mailJobId: string
  letterId: string
  /** How many times the letter was mailed, including this one. */
  generation: number
  service: 'regular' | 'certified' | 'certified with return receipt'
  requestedAt: string
  /** When the provider confirmed that it accepted the letter; null until then. */
  handedOverAt: string | null
  /** The provider, and its id for the letter. */
  provider: string
  providerId: string | null
  trackingUrl: string | null
  expectedOn: string | null
  state: LetterStatus
  /** SHA-256 of the submitted PDF; null where it was lost with a restored copy. */
  pdfSha256: string | null
  to: PostalAddress | null
  from: PostalAddress | null
  /** As received, oldest first. */
  events: { event: LetterEventType; at: string; receivedAt: string }[]
}

/** Drops the fingerprint of the API key, which a provider's name ends with. */
const companyOf = (provider: string): string => provider.split(':')[0] ?? provider

const serviceOf = ({ certified, returnReceipt }: { certified: boolean; returnReceipt: boolean }) => {
  if (!certified) return 'regular'
  return returnReceipt ? 'certified with return receipt' : 'certified'
}

/** Every mailing of some letters of a user, in the order in which each letter was mailed. */
export const listMailingProofs = async (
  db: Database,
  keyring: Keyring,
  letterIds: readonly string[],
): Promise<MailingProof[]> => {
  if (letterIds.length === 0) return []
  const rows = await db
    .select({ ...mailJobStateColumns, content: mailJobs.content })
    .from(mailJobs)
    .where(inArray(mailJobs.letterId, [...letterIds]))
    .orderBy(asc(mailJobs.letterId), asc(mailJobs.generation))
  const providerIds = rows.flatMap(({ providerId }) => providerId ?? [])
  const events =
    providerIds.length === 0
      ? []
      : await db
          .select()
          .from(mailEvents)
          .where(inArray(mailEvents.providerId, providerIds))
          .orderBy(asc(mailEvents.at), asc(mailEvents.id))
  return Promise.all(
    rows.map(async row => {
      const content = await readMailedContent(db, keyring, row)
      return {
        mailJobId: row.id,
        letterId: row.letterId,
        generation: row.generation,
        service: serviceOf(row),
        requestedAt: row.requestedAt.toISOString(),
        handedOverAt: row.submittedAt?.toISOString() ?? null,
        provider: companyOf(row.provider),
        providerId: row.providerId,
        trackingUrl: row.trackingUrl,
        expectedOn: row.expectedOn,
        state: toLetterStatus(row),
        pdfSha256: row.pdfSha?.toString('hex') ?? null,
        to: content?.to ?? null,
        from: content?.from ?? null,
        events: events
          .filter(({ providerId }) => providerId !== null && providerId === row.providerId)
          .map(({ event, at, seenAt }) => ({
            event,
            at: at.toISOString(),
            receivedAt: seenAt.toISOString(),
          })),
      }
    }),
  )
}

/** The submitted PDF; null once its copy has been removed. */
export const findMailedPdf = async (
  db: Database,
  keyring: Keyring,
  mailJobId: string,
): Promise<Uint8Array | null> => {
  const [row] = await db.select().from(mailJobs).where(eq(mailJobs.id, mailJobId))
  return row ? readMailedPdf(db, keyring, row) : null
}
