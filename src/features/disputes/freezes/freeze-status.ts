import type { FileStatus } from '#features/reports/canonical.ts'
import { freezeNotice } from '#features/reports/readers/reading.ts'
import { type Bureau, isBureau } from '#values/bureau.ts'
import { dayIn } from '#values/dates.ts'
import { findReceipt } from '../deadlines/deadlines.ts'
import type { Dispute, Item } from '../dispute-contract.ts'
import type { FreezeAction } from '../dispute-requests.ts'
import type { FreezeLetterState, FreezeStatement, FreezeStatus } from './contract.ts'
import type { FreezeState } from './freeze-record.ts'
import { type FreezeAgency, freezeAgencies } from './specialty-agencies.ts'

/** What a user, or staff for the user, recorded about a freeze. */
export type FreezeRecord = {
  id: string
  agency: FreezeAgency
  state: FreezeState
  on: string
  until: string | null
  remindOn: string | null
  byStaff: boolean
  recordedAt: Date
}

/** A bureau's file in the current report, with the date of that part (`YYYY-MM-DD`, or only its month). */
export type ReportedFile = Pick<FileStatus, 'bureau' | 'status' | 'text'> & { date: string }

export type FreezeFacts = {
  records: readonly FreezeRecord[]
  disputes: readonly Dispute[]
  /** For the bureaus of the plan. */
  files: readonly ReportedFile[]
  timeZone: string
}

/** A statement with the day on which it was known, since a lift may be recorded before its first day. */
type KnownState = { statement: FreezeStatement; knownOn: string; at: Date | null }

const afterAction: Readonly<Record<FreezeAction, FreezeState>> = {
  place: 'frozen',
  lift: 'lifted',
  remove: 'not_frozen',
}

type FreezeItem = Extract<Item, { type: 'freeze' | 'agency-freeze' }>

const isAbout = (item: Item, agency: FreezeAgency): item is FreezeItem =>
  item.type === 'agency-freeze'
    ? item.agency === agency
    : item.type === 'freeze' && item.bureaus.some(bureau => bureau === agency)

const freezeItemOf = ({ items }: Dispute, agency: FreezeAgency): FreezeItem | undefined =>
  items.find(item => isAbout(item, agency))

/** The bureau under which an agency's letters and answers are stored; null for a specialty agency. */
const bureauOf = (agency: FreezeAgency): Bureau | null => (isBureau(agency) ? agency : null)

const recorded = ({ records, timeZone }: FreezeFacts, agency: FreezeAgency): KnownState[] =>
  records
    .filter(record => record.agency === agency)
    .map(({ id, state, on, until, byStaff, recordedAt }) => {
      const day = dayIn(timeZone, recordedAt)
      return {
        statement: { state, on, until, source: byStaff ? 'staff' : 'user', recordId: id },
        knownOn: on < day ? on : day,
        at: recordedAt,
      }
    })

/** "Done" is the only answer that determines the state of a freeze. */
const answered = ({ disputes }: FreezeFacts, agency: FreezeAgency): KnownState[] =>
  disputes.flatMap(dispute => {
    const item = freezeItemOf(dispute, agency)
    const answer = item?.answers.find(({ bureau }) => bureau === bureauOf(agency))
    if (item === undefined || answer?.outcome !== 'corrected') return []
    const on = item.reason === 'lift' ? (item.from ?? answer.on) : answer.on
    const statement = {
      state: afterAction[item.reason],
      on,
      until: item.until,
      source: 'answer' as const,
      recordId: null,
    }
    return [{ statement, knownOn: answer.on, at: null }]
  })

/**
 * A file in a report does not show whether it is frozen unless its text does: a freeze does not prevent consumers from
 * getting their own reports (15 U.S.C. 1681c-1(i)(4)(F), (G)).
 */
const reported = ({ files }: FreezeFacts, agency: FreezeAgency): KnownState[] =>
  files
    .filter(file => file.bureau === agency)
    .filter(({ status, text }) => status === 'frozen' || text?.includes(freezeNotice))
    .map(({ date }) => ({
      statement: { state: 'frozen', on: date, until: null, source: 'report', recordId: null },
      knownOn: date,
      at: null,
    }))

/** The latest first; on the same day, records count before answers, and answers before reports. */
const latestFirst = (one: KnownState, other: KnownState): number =>
  other.knownOn.localeCompare(one.knownOn) || (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0)

const mailOf = (
  { awaitingAttestation }: Dispute,
  { mailState, neverReceived }: Dispute['letters'][number],
): FreezeLetterState['mail'] => {
  if (mailState === 'not_mailed') return awaitingAttestation ? 'unconfirmed' : 'not_mailed'
  if (neverReceived) return 'failed'
  return mailState === 'delivered' ? 'delivered' : 'under_way'
}

const actDeadlines = ['freeze_placed', 'freeze_lifted', 'freeze_removed']

const letterOf = (dispute: Dispute, agency: FreezeAgency, timeZone: string): FreezeLetterState | null => {
  const item = freezeItemOf(dispute, agency)
  const letter = dispute.letters.find(({ bureau }) => bureau === bureauOf(agency))
  if (item === undefined || letter === undefined) return null
  const { mailState, events, deadlines } = letter
  const delivered = findReceipt({ mailState, events, expectedOn: null }, timeZone)
  const due = deadlines.find(({ kind }) => actDeadlines.includes(kind))
  return {
    disputeId: dispute.id,
    action: item.reason,
    from: item.from,
    until: item.until,
    mail: mailOf(dispute, letter),
    on: delivered?.on ?? dayIn(timeZone, new Date(dispute.createdAt)),
    dueOn: delivered === null ? null : (due?.dueOn ?? null),
  }
}

/** A letter is no longer shown after a statement on or after its day. One that is being mailed is always shown. */
const isOver = (letter: FreezeLetterState, createdAt: string, latest: KnownState | undefined): boolean => {
  if (latest === undefined || letter.mail === 'under_way') return false
  if (latest.knownOn !== letter.on) return latest.knownOn > letter.on
  return latest.at === null || letter.mail === 'delivered' || latest.at >= new Date(createdAt)
}

const openLetter = (
  { disputes, timeZone }: FreezeFacts,
  agency: FreezeAgency,
  latest: KnownState | undefined,
): FreezeLetterState | null => {
  const [newest] = disputes
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .flatMap(dispute => {
      const letter = letterOf(dispute, agency, timeZone)
      return letter === null ? [] : [{ letter, createdAt: dispute.createdAt }]
    })
  return newest === undefined || isOver(newest.letter, newest.createdAt, latest) ? null : newest.letter
}

/** The reminder of the newest record, which replaces earlier plans. */
const remindOnOf = ({ records }: FreezeFacts, agency: FreezeAgency): string | null =>
  records
    .filter(record => record.agency === agency)
    .toSorted((one, other) => other.recordedAt.getTime() - one.recordedAt.getTime())[0]?.remindOn ?? null

/** The known state of the freeze at every bureau and agency. */
export const listFreezes = (facts: FreezeFacts): FreezeStatus[] =>
  freezeAgencies.map(agency => {
    const statements = [
      ...recorded(facts, agency),
      ...answered(facts, agency),
      ...reported(facts, agency),
    ].toSorted(latestFirst)
    return {
      agency,
      history: statements.map(({ statement }) => statement),
      letter: openLetter(facts, agency, statements[0]),
      remindOn: remindOnOf(facts, agency),
    }
  })
