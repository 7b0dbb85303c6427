import type { FileStatus, Inquiry, PersonalInfo, PublicRecord } from '../../canonical.ts'
import { scoreFamily } from '../../scores.ts'
import { parseScore, parseText } from '../fields.ts'
import type { BureauFile } from '../one-bureau-report.ts'
import { freezeNotice } from '../reading.ts'
import { describeFactors, type ReadScore } from '../score-factors.ts'
import { type Contacts, hasUnknownCode, readTransUnionRow, type TransUnionRow } from './accounts.ts'
import { findScoreModel } from './codes.ts'

/** A TransUnion file, the same from TUXML and TU4R. */

/** What a document states about all of its files. */
type Envelope = { version: string | null; date: string | null; reference: string | null }

const statusWords = {
  noHit: 'TransUnion has no file for these details.',
  thin: 'The file holds too little.',
  frozen: 'The file is frozen.',
  error: 'TransUnion could not return a file.',
} as const satisfies Record<Exclude<FileStatus['status'], 'hit'>, string>

/** TransUnion's credit report for lenders, product 07000, lists only hard inquiries. */
export const transUnionInquiryKind = (product: string | null): Inquiry['kind'] =>
  product === '07000' ? 'hard' : 'unknown'

export type ReportedScore = {
  product: string | null
  result: string | null
  reason: string | null
  factors: readonly string[]
}

/** A score product's result: a score, or why there is none; undefined for products that are not scores. */
const readScore = (
  { product, result, reason, factors }: ReportedScore,
  dateReported: string | null,
): ReadScore[] => {
  const known = findScoreModel(product)
  const model = known ?? (product === null ? null : `TransUnion score ${product}`)
  const score = parseScore(result)
  if (score !== null) {
    const named = describeFactors(
      known,
      factors.map(code => ({ code, text: null })),
    )
    const family = scoreFamily(known)
    return [{ score: { bureau: 'TransUnion', score, dateReported, model, family, factors: named } }]
  }
  if (reason === null && known === null) return []
  const reasonText = parseText(reason) ?? 'The sender gives no score and no reason.'
  return [{ exclusion: { bureau: 'TransUnion', model, reason: reasonText } }]
}

/** A file in its format's terms; `returned` is the status when no data shows it. */
export type ReportedFile = {
  personal: PersonalInfo
  returned: FileStatus['status']
  isFrozen: boolean
  /** Fraud alerts and similar, in words. */
  notices: readonly string[]
  rows: readonly TransUnionRow[]
  contacts: Contacts
  inquiries: (id: (index: number) => string) => Inquiry[]
  publicRecords: (id: (index: number) => string) => PublicRecord[]
  unknownRecords: number
  scores: readonly ReportedScore[]
}

/** `index`: the file's position in its document. */
export const buildTransUnionFile = (
  file: ReportedFile,
  { version, date, reference }: Envelope,
  index: number,
): BureauFile => {
  const { isFrozen, rows, contacts } = file
  const idOf = (item: string) => (number: number) => `file-${index}-${item}-${number}`
  const inquiries = file.inquiries(idOf('inquiry'))
  const publicRecords = file.publicRecords(idOf('record'))
  const hasData = rows.length + inquiries.length + publicRecords.length > 0
  const status = hasData ? 'hit' : isFrozen ? 'frozen' : file.returned
  const notices = [...(isFrozen && hasData ? [freezeNotice] : []), ...file.notices].join(' ')
  return {
    personal: file.personal,
    file: { bureau: 'TransUnion', status, text: notices || (status === 'hit' ? null : statusWords[status]) },
    reportDate: date,
    sourceReportId: reference,
    formatVersion: version,
    accounts: rows.map((row, number) => readTransUnionRow(row, idOf('row')(number), contacts)),
    inquiries,
    publicRecords,
    scores: file.scores.flatMap(one => readScore(one, date)),
    unknownCodes: rows.filter(hasUnknownCode).length + file.unknownRecords,
  }
}
