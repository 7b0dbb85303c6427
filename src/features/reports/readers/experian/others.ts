import type { Inquiry, PublicRecord, Score } from '../../canonical.ts'
import { scoreFamily } from '../../scores.ts'
import { parseFreeText, parseMoney, parseMonthFirstDate, parseScore, parseText } from '../fields.ts'
import type { TreeNode } from '../json.ts'
import { listAt, rawAt } from '../json-folded.ts'
import { experianIndustry } from '../kinds-of-business.ts'
import type { ReadScore } from '../read-score.ts'
import { describeFactors } from '../score-factors.ts'
import {
  describeRecordStatus,
  experianInquiryKind,
  experianResponsibility,
  findExperianModel,
} from './codes.ts'

/** Experian inquiry, publicRecord and riskModel. */

/** Reads one inquiry. */
export const readInquiry = (node: TreeNode, id: string): Inquiry => ({
  id,
  company: parseFreeText(rawAt(node, 'subscriberName')) ?? 'Unnamed company',
  bureau: 'Experian',
  date: parseMonthFirstDate(rawAt(node, 'date')),
  kind: experianInquiryKind(parseText(rawAt(node, 'type'))),
  industry: experianIndustry(parseText(rawAt(node, 'kob'))),
  address: null,
})

/** Only a bankruptcy has these, or lies with a bankruptcy court. */
const isBankruptcy = (node: TreeNode): boolean =>
  ['bankruptcyAssetAmount', 'bankruptcyVoluntaryIndicator'].some(
    key => parseText(rawAt(node, key)) !== null,
  ) || /BANKR|BKPT|BKRPT/i.test(rawAt(node, 'courtName') ?? '')

/** Whether the record has a status that our table does not hold. */
export const hasUnknownStatus = (node: TreeNode): boolean => {
  const status = parseText(rawAt(node, 'status'))
  return status !== null && describeRecordStatus(status) === null
}

/**
 * A public record. Its statusDate is the day of the court's action that the status names: for another than the
 * filing it is when the record was disposed of.
 */
export const readPublicRecord = (node: TreeNode, id: string): PublicRecord => {
  const code = parseText(rawAt(node, 'status'))
  const status = describeRecordStatus(code)
  const filed = parseMonthFirstDate(rawAt(node, 'filingDate'))
  const acted = parseMonthFirstDate(rawAt(node, 'statusDate'))
  return {
    id,
    bureau: 'Experian',
    type: status?.[0] ?? (isBankruptcy(node) ? 'Bankruptcy' : 'Public record'),
    disposition: status?.[1] ?? (code === null ? null : `Experian status ${code}`),
    filed,
    disposed: status?.[1] === 'Filed' || acted === filed ? null : acted,
    court: parseFreeText(rawAt(node, 'courtName')),
    caseNumber: parseText(rawAt(node, 'referenceNumber')) ?? parseText(rawAt(node, 'bookPageSequence')),
    amount: parseMoney(rawAt(node, 'amount')),
    plaintiff: parseFreeText(rawAt(node, 'plaintiffName')),
    responsibility: experianResponsibility(parseText(rawAt(node, 'ecoa'))),
  }
}

/** Factors lower the score; Experian sends their codes alone, whose words depend on the model. */
const factorsOf = (node: TreeNode, model: string | null): Score['factors'] =>
  describeFactors(
    model,
    listAt(node, 'scoreFactors')
      .toSorted((a, b) => Number(rawAt(a, 'importance')) - Number(rawAt(b, 'importance')))
      .map(factor => ({ code: parseText(rawAt(factor, 'code')), text: null })),
  )

const readScore = (node: TreeNode, dateReported: string | null): ReadScore[] => {
  const model = findExperianModel(parseText(rawAt(node, 'modelIndicator')))
  const reported = parseText(rawAt(node, 'score'))
  const score = parseScore(reported)
  if (score !== null) {
    const family = scoreFamily(model)
    return [
      { score: { bureau: 'Experian', score, dateReported, model, family, factors: factorsOf(node, model) } },
    ]
  }
  if (reported === null && model === null) return []
  const reason =
    reported === null
      ? 'Experian gave no score.'
      : `Experian gave the code ${reported.slice(0, 20)} in place of a score.`
  return [{ exclusion: { bureau: 'Experian', model, reason } }]
}

/** The scores of a profile; a code in the place of a score is a reason for having none. */
export const readScores = (profile: TreeNode, dateReported: string | null): ReadScore[] =>
  listAt(profile, 'riskModel').flatMap(node => readScore(node, dateReported))
