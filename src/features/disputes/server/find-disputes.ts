import { and, asc, desc, eq, gte, inArray } from 'drizzle-orm'
import { AppError } from '#api/errors.ts'
import { findUser } from '#features/identity/server/store.ts'
import { letterStatuses, toLetterStatus } from '#features/mailing/letter-status.ts'
import {
  findLatestMailings,
  findUndelivered,
  type LatestMailing,
} from '#features/mailing/server/mail-requests.ts'
import { findCurrentPackedReport } from '#features/reports/server/store.ts'
import type { Cipher, Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { Bureau } from '#values/bureau.ts'
import { dayIn } from '#values/dates.ts'
import { findReceipt, listAsks } from '../deadlines/deadlines.ts'
import { addDeadlines, type Calendar } from '../deadlines/letter-deadlines.ts'
import type { Dispute, Item } from '../dispute-contract.ts'
import type { DisputeType, FollowUp } from '../dispute-requests.ts'
import {
  disputeStatus,
  type LetterMailing,
  mailFailureMessage,
  nextMailStep,
  unmailed,
} from '../dispute-status.ts'
import { type FollowUpStep, type ItemProgress, listFollowUpSteps } from '../follow-up-steps.ts'
import { editableText, letterTextWith } from '../letters/letter.ts'
import { answersOfBureaus, respondents } from '../recipients.ts'
import { findShownItems } from './from-report.ts'
import { listOutcomes } from './outcomes.ts'
import { listEnclosures } from './store.ts'
import {
  type DisputeRow,
  decryptItem,
  decryptLetter,
  decryptTitle,
  decryptWarnings,
  type LetterRow,
  type StoredItem,
} from './stored-shapes.ts'
import { disputeItems, disputeLetters, disputes, respondentName } from './tables.ts'

type AnsweredItem = {
  id: string
  disputeId: string
  type: DisputeType
  follows: FollowUp | null
  freeAnnualReport: boolean
  bureaus: readonly Bureau[]
  stored: StoredItem
  answers: Item['answers']
  madeOn: string
  unreached: ItemProgress['unreached']
  /** When each bureau received its letter, if known. */
  received: ItemProgress['received']
}

const findTakenFollowUps = async (db: Database, disputeIds: readonly string[]) => {
  const rows = await db
    .select({ itemId: disputes.followsItemId, kind: disputes.followsKind, bureaus: disputeItems.bureaus })
    .from(disputes)
    .innerJoin(disputeItems, eq(disputeItems.disputeId, disputes.id))
    .where(inArray(disputes.followsId, [...disputeIds]))
  return rows.flatMap(({ itemId, kind, bureaus }) => (kind === null ? [] : [{ itemId, kind, bureaus }]))
}

/**
 * The follow-ups open for each item on a day (`YYYY-MM-DD`), from the answers, the current report, and the follow-ups
 * already taken. Reads nothing if no bureau has answered.
 */
const listOpenSteps = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  items: readonly AnsweredItem[],
  today: string,
): Promise<ReadonlyMap<string, FollowUpStep[]>> => {
  const answered = items.filter(({ answers }) => answers.length > 0)
  if (answered.length === 0) return new Map()
  const plan = (await findUser(db, keyring, userId))?.plan ?? 'free'
  const current = await findCurrentPackedReport(db, keyring, userId)
  const shown =
    current === null
      ? null
      : await findShownItems({
          content: current.content,
          plan,
          things: answered.map(item => item.stored),
          deleted: answered.flatMap(item =>
            answersOfBureaus(item.answers)
              .filter(({ outcome }) => outcome === 'deleted')
              .map(({ bureau, on }) => ({ itemId: item.id, thing: item.stored, bureau, on })),
          ),
          today,
        })
  const taken = await findTakenFollowUps(
    db,
    answered.map(({ disputeId }) => disputeId),
  )
  return new Map(
    answered.map((item, index) => {
      const { id, type, follows, freeAnnualReport, bureaus, stored, answers: given, madeOn } = item
      const answers = answersOfBureaus(given)
      const progress = {
        type,
        follows,
        bureaus,
        answers,
        shownAt: (shown?.shownAt[index] ?? []).filter(
          bureau => stored.type !== 'account' || bureau !== stored.correctBureau,
        ),
        ruledOutAt: shown?.ruledOutAt[index] ?? [],
        reinsertedAt: (shown?.reinserted ?? [])
          .filter(({ itemId }) => itemId === id)
          .map(({ bureau }) => bureau),
        madeOn,
        unreached: item.unreached,
        received: item.received,
        freeAnnualReport,
        taken: taken.filter(({ itemId }) => itemId === id),
        today,
      }
      return [id, listFollowUpSteps(progress)]
    }),
  )
}

const toLetterMailing = (seen: LatestMailing, neverReceived: boolean): LetterMailing => {
  const mailState = toLetterStatus(seen)
  const { providerId, trackingUrl, expectedOn, submittedAt, refusalMessage, waitsForDay, events } = seen
  return {
    lobStatus: letterStatuses[mailState].lobStatus,
    lobErrorMessage: mailFailureMessage(mailState, refusalMessage),
    lobLetterId: providerId,
    lobTrackingUrl: trackingUrl,
    lobSentAt: submittedAt?.toISOString() ?? null,
    lobExpectedDeliveryDate: expectedOn,
    mailState,
    neverReceived,
    events: events.map(({ event, at }) => ({ event, at: at.toISOString() })),
    deadlines: [],
    next: nextMailStep(mailState, refusalMessage, { waitsForDay, neverReceived }),
  }
}

/** Letters whose mailing was never requested are left out. */
const findLetterMailings = async (
  db: Database,
  letterIds: readonly string[],
): Promise<ReadonlyMap<string, LetterMailing>> => {
  const latest = [...(await findLatestMailings(db, letterIds))]
  // A letter whose newest mailing did not fail may have arrived, so that its earlier ones need not be read.
  const failed = latest.filter(([, seen]) => letterStatuses[toLetterStatus(seen)].display === 'failed')
  const undelivered = await findUndelivered(
    db,
    failed.map(([id]) => id),
  )
  return new Map(latest.map(([id, seen]) => [id, toLetterMailing(seen, undelivered.has(id))]))
}

const letterOf = (cipher: Cipher, row: LetterRow, mailing: LetterMailing) => {
  const { letter, asks, reworded } = decryptLetter(cipher, row)
  const editable = reworded ?? editableText(letter)
  return {
    id: row.id,
    asks,
    bureau: letter.bureau,
    recipient: { ...letter.to, address: letter.recipient },
    body: letterTextWith(letter, editable),
    editable,
    edited: reworded !== null,
    mark: letter.mark,
    ...mailing,
  }
}

const lettersOf = async (db: Database, cipher: Cipher, disputeIds: readonly string[]) => {
  const rows = await db
    .select()
    .from(disputeLetters)
    .where(inArray(disputeLetters.disputeId, [...disputeIds]))
    .orderBy(asc(disputeLetters.id))
  const mailings = await findLetterMailings(
    db,
    rows.map(({ id }) => id),
  )
  return Map.groupBy(
    rows.map(row => ({
      disputeId: row.disputeId,
      letter: letterOf(cipher, row, mailings.get(row.id) ?? unmailed),
    })),
    ({ disputeId }) => disputeId,
  )
}

/** When each bureau received its letter; an expected delivery does not count. */
const receivedOn = (
  letters: readonly Dispute['letters'][number][],
  timeZone: string,
): AnsweredItem['received'] =>
  Object.fromEntries(
    letters.flatMap(({ bureau, mailState, events }) => {
      const receipt = findReceipt({ mailState, events, expectedOn: null }, timeZone)
      return receipt && bureau !== null ? [[bureau, receipt.on]] : []
    }),
  )

const answeredItems = async (
  db: Database,
  cipher: Cipher,
  all: readonly (Pick<
    AnsweredItem,
    'type' | 'follows' | 'freeAnnualReport' | 'madeOn' | 'unreached' | 'received'
  > & {
    id: string
  })[],
): Promise<AnsweredItem[]> => {
  const rows = await db
    .select()
    .from(disputeItems)
    .where(
      inArray(
        disputeItems.disputeId,
        all.map(({ id }) => id),
      ),
    )
    .orderBy(asc(disputeItems.id))
  const recorded = await listOutcomes(
    db,
    rows.map(({ id }) => id),
  )
  return all.flatMap(({ id: disputeId, type, follows, freeAnnualReport, madeOn, unreached, received }) =>
    rows
      .filter(row => row.disputeId === disputeId)
      .map(row => ({
        id: row.id,
        disputeId,
        type,
        follows,
        freeAnnualReport,
        bureaus: row.bureaus,
        stored: decryptItem(cipher, row),
        answers: respondents(row.bureaus).flatMap(bureau =>
          recorded
            .filter(one => one.itemId === row.id && one.bureau === respondentName(bureau))
            .map(({ outcome, answeredOn: on, documentId, hadReply }) => ({
              bureau,
              outcome,
              on,
              documentId,
              replyDeleted: hadReply && documentId === null,
            })),
        ),
        madeOn,
        unreached,
        received,
      })),
  )
}

/** `ids` are only for finding the inquiry in a later report. */
const shownOf = (stored: StoredItem) => {
  if (stored.type !== 'inquiry') return stored
  const { ids: _, ...shown } = stored
  return shown
}

const itemOf = (
  { id, bureaus, stored, answers }: AnsweredItem,
  steps: FollowUpStep[],
): Dispute['items'][number] => ({
  id,
  ...shownOf(stored),
  bureaus: [...bureaus],
  outcomes: Object.fromEntries(
    bureaus.map(bureau => [bureau, answers.find(one => one.bureau === bureau)?.outcome ?? null]),
  ),
  answers,
  steps,
})

const followsOf = ({ followsId: disputeId, followsKind: kind }: DisputeRow): Dispute['follows'] =>
  disputeId === null || kind === null ? null : { disputeId, kind }

type ListSteps = typeof listOpenSteps

const withoutSteps: ListSteps = async () => new Map()

/** Assembles the `wanted` disputes. Their deadlines depend on later disputes, so the rows must include those. */
const assemble = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  rows: readonly DisputeRow[],
  calendar: Calendar,
  {
    wanted = () => true,
    listSteps = listOpenSteps,
  }: { wanted?: (id: string) => boolean; listSteps?: ListSteps } = {},
): Promise<Dispute[]> => {
  if (!rows.some(({ id }) => wanted(id))) return []
  const cipher = await keyring.cipherForUser(db, userId)
  const ids = rows.map(({ id }) => id)
  const letterRows = await lettersOf(db, cipher, ids)
  const enclosed = await listEnclosures(db, cipher, ids.filter(wanted))
  const lettersOfDispute = (id: string) => (letterRows.get(id) ?? []).map(({ letter }) => letter)
  const items = await answeredItems(
    db,
    cipher,
    rows.map(({ id, type, followsKind: follows, freeAnnualReport, createdAt }) => {
      const received = receivedOn(lettersOfDispute(id), calendar.timeZone)
      const madeOn = dayIn(calendar.timeZone, createdAt)
      const unreached = lettersOfDispute(id).flatMap(({ bureau, neverReceived }) =>
        bureau !== null && neverReceived ? [bureau] : [],
      )
      return { id, type, follows, freeAnnualReport, madeOn, unreached, received }
    }),
  )
  const steps = await listSteps(
    db,
    keyring,
    userId,
    items.filter(({ disputeId }) => wanted(disputeId)),
    calendar.today,
  )
  const all = rows.map(row => ({
    id: row.id,
    type: row.type,
    freeAnnualReport: row.freeAnnualReport,
    follows: followsOf(row),
    items: items
      .filter(({ disputeId }) => disputeId === row.id)
      .map(item => itemOf(item, steps.get(item.id) ?? [])),
    letters: lettersOfDispute(row.id),
    row,
  }))
  return all
    .filter(({ id }) => wanted(id))
    .map(({ row, ...dispute }) => {
      const enclosures = enclosed.filter(({ disputeId }) => disputeId === row.id)
      const asking = { ...dispute, followUp: row.followsKind, enclosed: enclosures }
      const asked = dispute.letters.map(({ asks, ...letter }) => ({
        ...letter,
        asks: asks ?? listAsks(asking, letter.bureau),
      }))
      const letters = addDeadlines({ ...dispute, letters: asked }, all, calendar)
      return {
        ...dispute,
        title: decryptTitle(cipher, row),
        status: disputeStatus({ items: dispute.items, letters }),
        createdAt: row.createdAt.toISOString(),
        awaitingAttestation: row.attestedAt === null,
        ...(row.attestedAt === null && row.warnings !== null
          ? { warnings: decryptWarnings(cipher, row) }
          : {}),
        letters,
        enclosures: enclosures.map(({ documentId, name, kind }) => ({ documentId, name, kind })),
      }
    })
}

const newestFirst = (db: Database, userId: string): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(eq(disputes.userId, userId))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))

/** Newest first. Available steps and deadlines depend on the calendar. */
export const listDisputes = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  calendar: Calendar,
): Promise<Dispute[]> => assemble(db, keyring, userId, await newestFirst(db, userId), calendar)

/** The same without the available steps, so that no report is read for them. */
export const listDisputesWithoutSteps = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  calendar: Calendar,
): Promise<Dispute[]> =>
  assemble(db, keyring, userId, await newestFirst(db, userId), calendar, { listSteps: withoutSteps })

/** Throws `not_found`. */
export const findDispute = async (
  db: Database,
  keyring: Keyring,
  userId: string,
  disputeId: string,
  calendar: Calendar,
): Promise<Dispute> => {
  const itAndLater = and(eq(disputes.userId, userId), gte(disputes.id, disputeId))
  const rows = await db.select().from(disputes).where(itAndLater)
  const [dispute] = await assemble(db, keyring, userId, rows, calendar, {
    wanted: id => id === disputeId,
  })
  if (!dispute) throw new AppError('not_found')
  return dispute
}
