import { type Bureau, bureaus, sortBureaus } from '#values/bureau.ts'
import type { ReportOrigin, ReportPart } from './canonical.ts'
import { isAtLeastAsNew } from './parts.ts'
import { continuesHistory, isOtherPerson } from './person.ts'
import type { ReportOwner } from './readers/reading.ts'
import { listStoredParts, type StoredSummary } from './summary.ts'

/** Decides with which parts of the stored reports a new one is joined and compared. */

export type IncomingPart = Pick<ReportPart, 'bureau' | 'format' | 'subject' | 'reportDate'>

export type JoinPlan = {
  /** The bureaus taken from the new report: all except those with a newer part. */
  taken: Bureau[]
  /** The stored report whose parts stay, and their bureaus. */
  kept: { reportId: string; bureaus: Bureau[] } | null
  /** The previous part of each bureau, from the same source, for stable ids and comparison. */
  former: { bureau: Bureau; reportId: string }[]
  /** Null when the new report starts a history. */
  historyId: string | null
  /** Parts that are no longer shown, because they arrived too long ago. */
  leftOut: Pick<ReportPart, 'bureau' | 'reportDate'>[]
  /** The newer parts of bureaus that are not taken. */
  newer: Pick<ReportPart, 'bureau' | 'reportDate'>[]
}

const DAY_MS = 86_400_000

/** By the SSN if both have one; otherwise by name, or because both are the user's. */
const isSamePerson = (
  one: ReportPart['subject'],
  other: ReportPart['subject'],
  person: ReportOwner,
): boolean => {
  if (one.ssnLastFour !== null && other.ssnLastFour !== null) return one.ssnLastFour === other.ssnLastFour
  if (one.name !== null && one.name === other.name) return true
  return !isOtherPerson({ subject: one }, person) && !isOtherPerson({ subject: other }, person)
}

const brief = ({ bureau, reportDate }: Pick<ReportPart, 'bureau' | 'reportDate'>) => ({ bureau, reportDate })

/**
 * A report joins the parts of the same person that arrived within `joinDays`, and the newer part of a bureau is used. A
 * pull, and a file about all three bureaus, keep only what the user imported. `replaced`: a bureau whose part is taken from the new report regardless of its date, while those of
 * other bureaus stay if they are newer. `stored` is last received first.
 */
export const planJoin = ({
  parts,
  origin,
  person,
  now,
  joinDays,
  stored,
  replaced = null,
}: {
  parts: readonly IncomingPart[]
  origin: ReportOrigin
  person: ReportOwner
  now: Date
  joinDays: number
  stored: readonly StoredSummary[]
  replaced?: Bureau | null
}): JoinPlan => {
  const [first] = parts
  const isOwn = ({ subject }: IncomingPart) =>
    first === undefined || isSamePerson(first.subject, subject, person)
  const base = stored.find(one => listStoredParts(one).some(isOwn))
  const isWhole = replaced === null && bureaus.every(bureau => parts.some(part => part.bureau === bureau))
  const keepsPulls = origin === 'import' && !isWhole
  const shown = base === undefined ? [] : listStoredParts(base).filter(isOwn)
  const since = now.getTime() - joinDays * DAY_MS
  const joinable = shown.filter(
    ({ arrival }) => Date.parse(arrival.receivedAt) >= since && (keepsPulls || arrival.origin === 'import'),
  )
  const newer =
    origin === 'import'
      ? joinable.filter(({ bureau, reportDate }) =>
          parts.some(
            one =>
              one.bureau === bureau && one.bureau !== replaced && !isAtLeastAsNew(one.reportDate, reportDate),
          ),
        )
      : []
  const taken = sortBureaus(parts.map(({ bureau }) => bureau)).filter(
    bureau => !newer.some(part => part.bureau === bureau),
  )
  const kept = joinable.filter(({ bureau }) => !taken.includes(bureau))
  const former = taken.flatMap(bureau => {
    const incoming = parts.find(part => part.bureau === bureau)
    const known = stored.toReversed().flatMap(one =>
      listStoredParts(one)
        .filter(
          part =>
            part.bureau === bureau &&
            part.arrival.reportId === one.id &&
            part.arrival.origin === origin &&
            incoming !== undefined &&
            continuesHistory(incoming, part),
        )
        .map(part => ({ part, historyId: one.summary.historyId })),
    )
    const newest = known.reduce<(typeof known)[number] | null>(
      (best, one) =>
        best === null || isAtLeastAsNew(one.part.reportDate, best.part.reportDate) ? one : best,
      null,
    )
    return newest === null || incoming === undefined ? [] : [{ ...newest, incoming }]
  })
  const continued = former.find(({ incoming, part }) => isAtLeastAsNew(incoming.reportDate, part.reportDate))
  return {
    taken,
    kept:
      base === undefined || kept.length === 0
        ? null
        : { reportId: base.id, bureaus: kept.map(({ bureau }) => bureau) },
    former: former.map(({ part }) => ({ bureau: part.bureau, reportId: part.arrival.reportId })),
    historyId: (kept.length > 0 ? base?.summary.historyId : continued?.historyId) ?? null,
    leftOut: shown.filter(part => !joinable.includes(part) && !taken.includes(part.bureau)).map(brief),
    newer: newer.map(brief),
  }
}
