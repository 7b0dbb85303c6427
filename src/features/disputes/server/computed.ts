import { AppError, type ErrorCode, type FieldErrors } from '#api/errors.ts'
import { bureausInPlan, type Plan } from '#features/identity/plan.ts'
import type { FileStatus } from '#features/reports/canonical.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { ReportMeta } from '#features/reports/report-view.ts'
import { unpackReport } from '#features/reports/server/packed-report.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import type { PartialDate } from '#values/dates.ts'
import { isDisputableAt } from '../account-rules.ts'
import type { DisputedItem } from '../build-dispute.ts'
import {
  type BuiltDispute,
  buildAccountDispute,
  buildInquiryDispute,
  buildPersonalInfoDispute,
} from '../build-dispute.ts'
import { type CaseRow, listCaseRows, type WantedItem } from '../case-file/report-rows.ts'
import type { Caution, ReportDates } from '../cautions.ts'
import { buildCeaseDispute, buildValidationDispute, type DebtContext } from '../collectors/build.ts'
import { type CurrentRows, noRows, toBureauItem } from '../contradictions.ts'
import { listRelatedRows } from '../earlier-letters.ts'
import {
  buildDirectDispute,
  buildGoodwillRequest,
  buildSettlementOffer,
  listRequestCautions,
} from '../furnishers/build.ts'
import { isItemDispute } from '../item-disputes.ts'
import type { DisputeContext, LetterContext } from '../letters/letter.ts'
import { buildTheftNotice } from '../letters/theft-notice.ts'
import { type DeletedItem, findReinserted, listBureausShowing } from '../shown-items.ts'
import type { StoredItem } from './stored-shapes.ts'

/** What disputes need from the current report, computed in worker threads. */

type BodyOf<Build extends (body: never, context: never) => BuiltDispute> = Parameters<Build>[0]

/** A requested dispute of something in the report. */
export type AskedOfReport =
  | { type: 'account'; body: BodyOf<typeof buildAccountDispute> }
  | { type: 'inquiry'; body: BodyOf<typeof buildInquiryDispute> }
  | { type: 'personal-info'; body: BodyOf<typeof buildPersonalInfoDispute> }
  | { type: 'validation'; body: BodyOf<typeof buildValidationDispute> }
  | { type: 'cease'; body: BodyOf<typeof buildCeaseDispute> }
  | { type: 'direct'; body: BodyOf<typeof buildDirectDispute> }
  | { type: 'goodwill'; body: BodyOf<typeof buildGoodwillRequest> }
  | { type: 'settlement'; body: BodyOf<typeof buildSettlementOffer> }
  | { type: 'theft-notice'; body: BodyOf<typeof buildTheftNotice> }

export type BuildTask = {
  asked: AskedOfReport
  /** The packed report; null when there is none. */
  content: Uint8Array | null
  /** The context of a letter that cites no report. */
  letter: LetterContext
  plan: Plan
  own: DisputeContext['own']
}

/** A dispute with the rows of the report on which contradictions depend. */
export type BuiltFromReport = BuiltDispute & { related: CurrentRows }

/** An error as data, because a worker thread can only return data. */
export type BuildResult =
  | { kind: 'built'; built: BuiltFromReport }
  | { kind: 'refused'; code: ErrorCode; message: string; fields: FieldErrors | undefined }

/** A debt may be missing from all reports; everything else throws `no_report`. */
const buildWith = ({ type, body }: AskedOfReport, debt: DebtContext, shown: () => DisputeContext) => {
  switch (type) {
    case 'validation':
      return buildValidationDispute(body, debt)
    case 'cease':
      return buildCeaseDispute(body, debt)
    case 'account':
      return buildAccountDispute(body, shown())
    case 'inquiry':
      return buildInquiryDispute(body, shown())
    case 'personal-info':
      return buildPersonalInfoDispute(body, shown())
    case 'direct':
      return buildDirectDispute(body, shown())
    case 'goodwill':
      return buildGoodwillRequest(body, shown())
    case 'settlement':
      return buildSettlementOffer(body, shown())
    case 'theft-notice':
      return buildTheftNotice(body, shown())
  }
}

/** Builds a dispute, or returns its builder's error. */
export const buildFromReport = ({ asked, content, letter, plan, own }: BuildTask): BuildResult => {
  const report = content === null ? null : unpackReport(content)
  const shown = (): DisputeContext => {
    if (report === null) throw new AppError('no_report')
    const { reportDate, parts } = report
    return { ...letter, reportDate, ...(parts === undefined ? {} : { parts }), report, plan, own }
  }
  try {
    const built = buildWith(asked, { ...letter, report, plan }, shown)
    const related = report === null ? noRows : listRelatedRows(report, built.items)
    return { kind: 'built', built: { ...built, related } }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message, fields } = error
    return { kind: 'refused', code, message, fields }
  }
}

/**
 * Where items are shown and which of those bureaus' data rule the disputed reason out, in the order of the items, which
 * deleted ones were reinserted, and the date of each bureau's part.
 */
export type ShownItems = {
  shownAt: Bureau[][]
  ruledOutAt: Bureau[][]
  reinserted: DeletedItem[]
  reportDates: ReportDates
}

export const findShownItems = ({
  content,
  plan,
  things,
  deleted,
  today,
}: {
  content: Uint8Array
  plan: Plan
  things: readonly StoredItem[]
  deleted: readonly DeletedItem[]
  today: string
}): ShownItems => {
  const report = unpackReport(content)
  const shownAt = things.map(thing => listBureausShowing(thing, report, plan))
  return {
    shownAt,
    ruledOutAt: things.map((thing, index) =>
      thing.type === 'account'
        ? (shownAt[index] ?? []).filter(bureau => !isDisputableAt(bureau, thing, { report, plan, today }))
        : [],
    ),
    reinserted: findReinserted(deleted, report, plan),
    reportDates: bureaus.map(bureau => ({ bureau, reportDate: findPartDate(report, bureau) })),
  }
}

/** The current report as what a dispute that was made before is compared with. */
export type CurrentFile = {
  related: CurrentRows
  /** For each item the bureaus in whose file it was not found, and those whose data rule its reason out. */
  changed: { goneAt: Bureau[]; ruledOutAt: Bureau[] }[]
  reportDates: ReportDates
  requestCautions: Caution[]
}

export const readCurrentFile = ({
  content,
  plan,
  items,
  today,
}: {
  content: Uint8Array
  plan: Plan
  items: readonly DisputedItem[]
  today: string
}): CurrentFile => {
  const report = unpackReport(content)
  // What the plan does not show is not called missing.
  const files = report.files
    .filter(({ bureau, status }) => status === 'hit' && bureausInPlan(plan).includes(bureau))
    .map(({ bureau }) => bureau)
  const changed = items.map(toBureauItem).map(item => {
    const shownAt = listBureausShowing(item, report, plan)
    const written = isItemDispute(item.type) ? item.bureaus.filter(bureau => files.includes(bureau)) : []
    return {
      goneAt: written.filter(bureau => !shownAt.includes(bureau)),
      ruledOutAt:
        item.type === 'account'
          ? written.filter(
              bureau => shownAt.includes(bureau) && !isDisputableAt(bureau, item, { report, plan, today }),
            )
          : [],
    }
  })
  return {
    related: listRelatedRows(report, items),
    changed,
    reportDates: bureaus.map(bureau => ({ bureau, reportDate: findPartDate(report, bureau) })),
    requestCautions: listRequestCautions(items, { report, plan }),
  }
}

/** Each bureau's file status, and the date of its part. */
export type DatedFile = FileStatus & { date: PartialDate | null }

export const listDatedFiles = ({ content }: { content: Uint8Array }): DatedFile[] => {
  const report = unpackReport(content)
  return report.files.map(file => ({ ...file, date: findPartDate(report, file.bureau) }))
}

export const findCaseRows = ({
  content,
  meta,
  plan,
  wanted,
}: {
  content: Uint8Array
  meta: ReportMeta
  plan: Plan
  wanted: readonly WantedItem[]
}): CaseRow[] => listCaseRows(wanted, unpackReport(content), meta, plan)
