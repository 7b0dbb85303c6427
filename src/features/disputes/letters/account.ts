import type { AccountReason } from '#features/findings/reasons.ts'
import { findPartDate } from '#features/reports/parts.ts'
import type { Bureau } from '#values/bureau.ts'
import { accountClaim } from './claims.ts'
import { accountReference, factLines, type LetterEvidence } from './evidence.ts'
import { followUpSentences, isSuperseded } from './follow-up.ts'
import {
  type AtBureaus,
  composeItemLetters,
  datedReport,
  itemsClosing,
  itemsOpening,
  itemsSubject,
  shownIn,
} from './item-letters.ts'
import type { Letter, LetterContent, LetterContext, LetterItem } from './letter.ts'

/** One disputed account, with what a letter to each chosen bureau may state about it. */
export type DisputedAccount = AtBureaus<LetterEvidence> & {
  accountId: string
  creditorName: string
  reason: AccountReason
  correctBureau: Bureau | null
  asksToVerify: boolean
  explanation: string | null
}

type Entry = DisputedAccount & { evidence: LetterEvidence }

const nouns = { one: 'account', many: 'accounts' }

/** Where an account was seen, stated for each item of a letter if one of them is a merged row. */
const seenIn = (merged: boolean, bureau: Bureau, context: LetterContext): string =>
  merged
    ? `This account is listed in my ${datedReport('merged credit report', findPartDate(context, bureau))}, which has one entry for several bureaus.`
    : `My ${datedReport('credit report', findPartDate(context, bureau))} shows this account in my ${bureau} file.`

const companyOf = ({ evidence }: Entry): string => evidence.row.creditorNameReported

const itemOf = (entry: Entry, before: readonly string[], today: string): LetterItem => {
  const { wrong, ask } = accountClaim(entry.reason, entry.evidence, today)
  return {
    title: companyOf(entry),
    facts: factLines(entry.evidence.row, entry.reason),
    says: [...before, ...wrong],
    ownWords: entry.explanation,
    ask,
  }
}

const stolenAccounts = (entries: readonly Entry[]): string[] =>
  entries
    .filter(({ reason }) => reason === 'identity_theft')
    .map(entry => {
      const company = companyOf(entry)
      const isOnly = entries.filter(other => companyOf(other) === company).length === 1
      return `the account of ${isOnly ? company : accountReference(entry.evidence.row)}`
    })

/**
 * The report of the values that the user calls right, unless it is of the same date as the bureau's and its bureau changed
 * nothing since.
 */
const seenElsewhere = (
  { accountId, evidence: { right } }: Entry,
  bureau: Bureau,
  context: LetterContext,
): Pick<LetterEvidence, 'rightSeenIn'> => {
  if (right === null) return {}
  const date = findPartDate(context, right.bureau)
  const isOther = date !== findPartDate(context, bureau)
  if (!isOther && !isSuperseded({ type: 'account', accountId }, right.bureau, context)) return {}
  return {
    rightSeenIn:
      isOther && date === null ? 'another credit report of mine' : `my ${datedReport('credit report', date)}`,
  }
}

/** The report by its date, for an account that the bureau answered it changed since. */
const olderSource = ({ accountId, evidence }: Entry, bureau: Bureau, context: LetterContext) => {
  const kind = evidence.row.merged ? 'My merged credit report' : 'My credit report'
  return isSuperseded({ type: 'account', accountId }, bureau, context)
    ? { source: datedReport(kind, findPartDate(context, bureau)) }
    : {}
}

/**
 * An entry without other bureaus' values from before they changed it, or from another day: a difference may be a change
 * in between.
 */
const upToDate = (entry: Entry, bureau: Bureau, context: LetterContext): Entry => ({
  ...entry,
  evidence: {
    ...entry.evidence,
    ...seenElsewhere(entry, bureau, context),
    ...olderSource(entry, bureau, context),
    elsewhere: entry.evidence.elsewhere.filter(
      other =>
        !isSuperseded({ type: 'account', accountId: entry.accountId }, other.bureau, context) &&
        findPartDate(context, other.bureau) === findPartDate(context, bureau),
    ),
  },
})

const contentOf = (entries: readonly Entry[], bureau: Bureau, context: LetterContext): LetterContent => {
  const hasMerged = entries.some(({ evidence }) => evidence.row.merged)
  const before = ({ evidence }: Entry) => [
    ...(hasMerged ? [seenIn(evidence.row.merged, bureau, context)] : []),
    ...followUpSentences(context, bureau, 'account'),
  ]
  return {
    subject: itemsSubject(
      entries.map(({ evidence }) => accountReference(evidence.row)),
      nouns,
      bureau,
    ),
    opening: itemsOpening(entries.length, nouns, hasMerged ? '' : shownIn(bureau, context), bureau, context),
    items: entries.map(entry => itemOf(upToDate(entry, bureau, context), before(entry), context.today)),
    closing: itemsClosing({ stolen: stolenAccounts(entries), companies: entries.map(companyOf) }, context),
  }
}

export const accountLetters = (disputed: readonly DisputedAccount[], context: LetterContext): Letter[] =>
  composeItemLetters(disputed, (entries, bureau) => contentOf(entries, bureau, context), context)
