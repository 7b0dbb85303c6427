import { AppError } from '#api/errors.ts'
import { type DocumentImage, findDocumentImages } from '#features/documents/server/store.ts'
import { requireUser } from '#features/identity/server/store.ts'
import { letterEvents } from '#features/mailing/letter-status.ts'
import { findLatestMailings, type LatestMailing } from '#features/mailing/server/mail-requests.ts'
import { findCurrentPackedReport } from '#features/reports/server/store.ts'
import { type Bureau, sortBureaus } from '#values/bureau.ts'
import { dayIn, showInstant } from '#values/dates.ts'
import {
  type ComplaintOpening,
  describeOpening,
  findComplaintOpening,
  isComplaintOpen,
  isDisputeOfItems,
  listRelated,
} from '../complaint/complaint-opening.ts'
import { listStillShown, resolutionFor, writeSummary } from '../complaint/complaint-text.ts'
import type { Calendar } from '../deadlines/letter-deadlines.ts'
import type { Complaint, Dispute } from '../dispute-contract.ts'
import type { FactLine } from '../letters/evidence.ts'
import { longDate } from '../letters/words.ts'
import type { ComplaintEnclosure } from './complaint-pdf.ts'
import { listDisputesWithoutSteps } from './find-disputes.ts'
import { findShownItems } from './from-report.ts'
import { type PrintDeps, readPictures } from './pdf-renderer.ts'
import { findPrintableLetters, findStoredItem } from './store.ts'
import type { StoredItem } from './stored-shapes.ts'

/** Prepares complaints to the Consumer Financial Protection Bureau. The user files them; nothing is sent from here. */

type ComplaintDeps = Pick<PrintDeps, 'db' | 'keyring'>

type Planned = { name: string } & (
  | { kind: 'letter'; disputeId: string }
  | { kind: 'mailing'; letter: Dispute['letters'][number] }
  | { kind: 'answer'; image: DocumentImage }
)

/** A dispute at one bureau, with the user's other letters to it about the same items. */
type Case = {
  bureau: Bureau
  dispute: Dispute
  related: Dispute[]
  opening: ComplaintOpening
  planned: Planned[]
}

const inOrder = ({ dispute, related }: Pick<Case, 'dispute' | 'related'>): Dispute[] =>
  [dispute, ...related].toSorted((a, b) => (a.id < b.id ? -1 : 1))

const repliesAt = (disputes: readonly Dispute[], bureau: Bureau) =>
  disputes
    .flatMap(({ items }) => items.flatMap(({ answers }) => answers))
    .flatMap(({ bureau: from, documentId, on }) =>
      from === bureau && documentId !== null ? [{ documentId, on }] : [],
    )

/** The enclosures in the order of the PDF: each letter with the record of its mailing, then the answers. */
const planEnclosures = (
  disputes: readonly Dispute[],
  bureau: Bureau,
  images: readonly DocumentImage[],
  timeZone: string,
): Planned[] => {
  const letters = disputes.flatMap(({ id, createdAt, letters: all }): Planned[] => {
    const letter = all.find(one => one.bureau === bureau)
    if (letter === undefined) return []
    const name = `letter to ${bureau} of ${longDate(dayIn(timeZone, new Date(createdAt)))}`
    return [
      { kind: 'letter', name: `My ${name}`, disputeId: id },
      ...(letter.lobSentAt === null
        ? []
        : [{ kind: 'mailing', name: `Record of mailing of my ${name}`, letter } as const]),
    ]
  })
  const answeredOn = new Map(repliesAt(disputes, bureau).map(({ documentId, on }) => [documentId, on]))
  const answers = images.flatMap((image): Planned[] => {
    const on = answeredOn.get(image.documentId)
    return on === undefined ? [] : [{ kind: 'answer', name: `Answer of ${bureau} of ${longDate(on)}`, image }]
  })
  return [...letters, ...answers]
}

/** One case per bureau; none if the dispute is not about a credit file. Throws `not_found`. */
const listCases = async (
  { db, keyring }: ComplaintDeps,
  userId: string,
  disputeId: string,
  calendar: Calendar,
): Promise<Case[]> => {
  const all = await listDisputesWithoutSteps(db, keyring, userId, calendar)
  const dispute = all.find(({ id }) => id === disputeId)
  if (dispute === undefined) throw new AppError('not_found')
  if (!isDisputeOfItems(dispute)) return []
  const cases = sortBureaus(dispute.items.flatMap(({ bureaus }) => bureaus)).map(bureau => ({
    bureau,
    dispute,
    related: listRelated(dispute, bureau, all, calendar),
    opening: findComplaintOpening(dispute, bureau, all, calendar),
  }))
  const replies = cases.flatMap(one => repliesAt(inOrder(one), one.bureau))
  const images = await findDocumentImages(db, keyring, userId, [
    ...new Set(replies.map(({ documentId }) => documentId)),
  ])
  return cases.map(one => ({
    ...one,
    planned: planEnclosures(inOrder(one), one.bureau, images, calendar.timeZone),
  }))
}

/** Writes the summaries of a dispute's cases, including what the current report, redacted for the plan, still shows. */
const summaries = async (
  { db, keyring }: ComplaintDeps,
  userId: string,
  { items }: Pick<Dispute, 'items'>,
  calendar: Calendar,
) => {
  const { plan } = await requireUser(db, keyring, userId)
  const report = await findCurrentPackedReport(db, keyring, userId)
  const things: StoredItem[] = []
  for (const { id } of items) things.push(await findStoredItem(db, keyring, userId, id))
  const shown =
    report === null
      ? null
      : await findShownItems({
          content: report.content,
          plan,
          things,
          deleted: [],
          today: calendar.today,
        })
  return ({ bureau, dispute, related }: Case): string => {
    const current = {
      date: shown?.reportDates.find(one => one.bureau === bureau)?.reportDate ?? null,
      shows: ({ id }: { id: string }) =>
        shown?.shownAt[items.findIndex(one => one.id === id)]?.includes(bureau) === true,
    }
    const stillShown = listStillShown(dispute, bureau, current, calendar)
    return writeSummary({ bureau, dispute, related, stillShown }, calendar)
  }
}

/** What a complaint about each bureau of a dispute needs. Throws `not_found`. */
export const prepareComplaint = async (
  deps: ComplaintDeps,
  userId: string,
  disputeId: string,
  calendar: Calendar,
): Promise<Complaint> => {
  const cases = await listCases(deps, userId, disputeId, calendar)
  const [first] = cases
  if (first === undefined) return { disputeId, bureaus: [] }
  const summaryOf = await summaries(deps, userId, first.dispute, calendar)
  const bureaus: Complaint['bureaus'] = []
  for (const one of cases) {
    const { bureau, dispute, opening, planned } = one
    const { state, opensOn, estimated } = opening
    const available = isComplaintOpen(opening)
    bureaus.push({
      bureau,
      state,
      available,
      opensOn,
      estimated,
      text: describeOpening(opening, bureau, dispute),
      summary: available ? summaryOf(one) : null,
      resolution: available ? resolutionFor(bureau) : null,
      enclosures: planned.map(({ name }) => name),
    })
  }
  return { disputeId, bureaus }
}

const serviceOf = ({ certified, returnReceipt }: LatestMailing): string => {
  if (!certified) return 'Regular mail'
  return returnReceipt ? 'Certified mail with return receipt' : 'Certified mail'
}

/** The mail provider's record of a letter, as lines. */
const mailingFacts = (mailing: LatestMailing, timeZone: string): FactLine[] => [
  { label: 'Service', value: serviceOf(mailing) },
  ...(mailing.providerId === null ? [] : [{ label: 'Mailing ID', value: mailing.providerId }]),
  ...(mailing.trackingUrl === null ? [] : [{ label: 'Tracking', value: mailing.trackingUrl }]),
  ...mailing.events.flatMap(({ event, at }) => {
    const { label } = letterEvents[event]
    return label === null ? [] : [{ label: showInstant(at.getTime(), timeZone), value: label }]
  }),
]

/** Marks the papers of a user whose report is invented. */
const sandboxMark = 'Sandbox complaint, do not file'

/**
 * The PDF of a complaint about one bureau. Throws `not_found` for a bureau that is not part of the dispute,
 * `step_not_open` before the complaint may be filed, and `unavailable` if rendering or storage fails.
 */
export const renderComplaint = async (
  deps: PrintDeps,
  userId: string,
  { disputeId, bureau }: { disputeId: string; bureau: Bureau },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Uint8Array> => {
  const { db, keyring, renderer } = deps
  const calendar = { today: dayIn(timeZone, now), timeZone }
  const filed = (await listCases(deps, userId, disputeId, calendar)).find(one => one.bureau === bureau)
  if (filed === undefined) throw new AppError('not_found')
  if (!isComplaintOpen(filed.opening))
    throw new AppError('step_not_open', { message: describeOpening(filed.opening, bureau, filed.dispute) })
  const letters = inOrder(filed).flatMap(({ letters: all }) => all.filter(one => one.bureau === bureau))
  const mailings = await findLatestMailings(
    db,
    letters.map(({ id }) => id),
  )
  const enclosures: ComplaintEnclosure[] = []
  for (const planned of filed.planned) {
    const { name } = planned
    if (planned.kind === 'answer') {
      for (const picture of await readPictures(deps, userId, [planned.image]))
        enclosures.push({ kind: 'picture', name, picture })
    } else if (planned.kind === 'mailing') {
      const mailing = mailings.get(planned.letter.id)
      if (mailing) enclosures.push({ kind: 'facts', name, facts: mailingFacts(mailing, timeZone) })
    } else {
      const all = await findPrintableLetters(db, keyring, userId, { disputeId: planned.disputeId })
      const pictures = await readPictures(deps, userId, all.enclosed)
      for (const { letter, reworded } of all.letters.filter(one => one.letter.bureau === bureau))
        enclosures.push({ kind: 'letter', name, printed: { letter, reworded }, pictures })
    }
  }
  const author =
    enclosures.flatMap(one => (one.kind === 'letter' ? one.printed.letter.signature : []))[0] ?? ''
  return renderer.renderComplaint({
    title: `Complaint about ${bureau}`,
    author,
    createdAt: now,
    mark: letters.some(({ mark }) => mark !== null) ? sandboxMark : null,
    summary: (await summaries(deps, userId, filed.dispute, calendar))(filed),
    resolution: resolutionFor(bureau),
    enclosures,
  })
}
