import { buildBlockingIndex } from '#features/reports/blocking-index.ts'
import type { Account } from '#features/reports/canonical.ts'
import {
  creditorBlockingKeys,
  findOriginalCreditor,
  isSameCreditor,
  parseCreditor,
} from '#features/reports/creditor.ts'
import { entryKey, figuresOf, isMedical, nameOf } from '#features/reports/listed-twice.ts'
import { dayNumber, showDate } from '#values/dates.ts'
import { centsOwed, formatAmount, isOpen, isPaid, isSoldOrTransferred } from '../account-facts.ts'
import type { RuleContext } from '../context.ts'
import { type EvidenceField, fieldEvidence } from '../evidence.ts'
import { accuracy, type Rule, type RuleMatch, type Verdict } from '../finding.ts'
import { isBefore } from '../partial-dates.ts'
import { earliestDay } from '../reporting-period.ts'
import { closingSentence } from '../row-rules.ts'

/** Debts and loans that a bureau lists twice. */

/** More entries of one creditor than anyone has; comparing them all would only cost time. */
const maxAlike = 120

type Twice = { one: Account; other: Account; verdict: Verdict; text: string }

const owesStill = (row: Account): boolean =>
  centsOwed(row.currentBalance) > 0 && !isPaid(row) && !isSoldOrTransferred(row)

/** Interest and fees are counted differently. */
const closeAmounts = 0.1

const isClose = (one: Account, other: Account, share: number): boolean => {
  const [a, b] = [centsOwed(one.currentBalance), centsOwed(other.currentBalance)]
  return Math.abs(a - b) <= share * Math.max(a, b)
}

const boughtIt = /factoring|debt (?:buyer|purchas)|purchased|bought|portfolio|acqui|funding/i

/** A buyer owns the debt, so its creditor is owed nothing; an agency collects for the creditor. */
const isBuyer = (collector: Account): boolean =>
  boughtIt.test(collector.accountTypeDetail ?? '') ||
  boughtIt.test(collector.creditorNameReported) ||
  collector.remarks.some(({ text }) => boughtIt.test(text))

const creditorAndCollector = (collector: Account, original: Account): Verdict | null => {
  if (original.isCollection && original.accountType === 'Collection') return null
  if (!original.isDerogatory || isBefore(collector.dateOpened, original.dateOpened)) return null
  return isBuyer(collector) && isClose(collector, original, closeAmounts) ? 'contradiction' : 'ask'
}

/** One collector with several bills of one hospital does not count. */
const twoCollectors = (one: Account, other: Account): Verdict | null =>
  one.isCollection &&
  other.isCollection &&
  !isSameCreditor(one.creditorNameReported, other.creditorNameReported) &&
  isClose(one, other, closeAmounts / 2)
    ? // Two bills of one hospital are often alike.
      isMedical(one) || isMedical(other)
      ? 'ask'
      : 'contradiction'
    : null

const passedOn = (rows: readonly Account[]): Twice[] => {
  const owing = rows.filter(owesStill)
  const collectors = owing.flatMap(row => {
    const from = row.isCollection ? findOriginalCreditor(row) : null
    return from === null ? [] : [{ row, from }]
  })
  if (collectors.length === 0) return []
  const originals = buildBlockingIndex(
    owing.filter(row => findOriginalCreditor(row) === null && row.isDerogatory),
    row => creditorBlockingKeys(parseCreditor(row.creditorNameReported)),
    maxAlike,
  )
  const byOrigin = buildBlockingIndex(
    collectors,
    ({ from }) => creditorBlockingKeys(parseCreditor(from)),
    maxAlike,
  )
  return collectors.flatMap(({ row: collector, from }) => {
    const keys = creditorBlockingKeys(parseCreditor(from))
    const atCreditor = originals(keys).flatMap((original): Twice[] => {
      if (original.id === collector.id || !isSameCreditor(original.creditorNameReported, from)) return []
      const verdict = creditorAndCollector(collector, original)
      return verdict === null
        ? []
        : [
            {
              one: collector,
              other: original,
              verdict,
              text: `lists the debt of ${from} twice as owed: ${formatAmount(collector.currentBalance)} at ${collector.creditorName} and ${formatAmount(original.currentBalance)} at ${original.creditorName}`,
            },
          ]
    })
    const atCollectors = byOrigin(keys).flatMap(({ row: other, from: origin }): Twice[] => {
      if (other.id <= collector.id || !isSameCreditor(origin, from)) return []
      const verdict = twoCollectors(collector, other)
      return verdict === null
        ? []
        : [
            {
              one: collector,
              other,
              verdict,
              text: `lists a debt of ${from} at two collectors: ${formatAmount(collector.currentBalance)} at ${collector.creditorName} and ${formatAmount(other.currentBalance)} at ${other.creditorName}`,
            },
          ]
    })
    return [...atCreditor, ...atCollectors]
  })
}

const listedTwice = (rows: readonly Account[]): Twice[] => {
  const named = Map.groupBy(
    rows.filter(row => nameOf(row) !== null),
    row => nameOf(row) ?? '',
  )
  return [...named.values()].flatMap(same => {
    const [one, ...others] = same
    if (one === undefined) return []
    return others.flatMap((other): Twice[] => {
      // A masked number can belong to two loans of one day; if every figure is equal they are the same loan, or one of many.
      const isOne = centsOwed(one.currentBalance) > 0 && figuresOf(one) === figuresOf(other)
      const isSure = entryKey(one) !== null && entryKey(one) === entryKey(other)
      const numbers = one.sharesMaskedNumber === true ? 'whose numbers look alike' : 'with the same number'
      return other.id === one.id && !isOne && !isSure
        ? []
        : [
            {
              one: other,
              other: one,
              verdict: isSure ? 'impossible' : 'ask',
              text: isSure
                ? 'lists it twice with the same number, opening date and amounts'
                : `lists two accounts ${numbers}, opened ${showDate(one.dateOpened)} for the same amount`,
            },
          ]
    })
  })
}

const fields: readonly EvidenceField[] = [
  'creditorName',
  'originalCreditor',
  'accountNumber',
  'dateOpened',
  'currentBalance',
]

const foundOf = (what: string, asking: string, { one, other, verdict, text }: Twice) => ({
  subject: { kind: 'account', id: one.id } as const,
  bureaus: [one.bureau],
  title: `${what} ${verdict === 'ask' ? 'may be' : 'is'} listed twice`,
  explanation: `${one.bureau} ${text}. ${verdict === 'ask' ? asking : closingSentence(verdict)}`,
  evidence: [...fieldEvidence(one, fields), ...fieldEvidence(other, fields)],
  verdict,
  certainty: verdict !== 'ask' ? 1 : isClose(one, other, closeAmounts) ? 0.9 : 0.6,
})

/** Merges duplicates found at several bureaus. */
const onePerAccount = (found: readonly ReturnType<typeof foundOf>[]): RuleMatch[] => {
  const groups = Map.groupBy(found, ({ subject, verdict }) => JSON.stringify([subject, verdict]))
  return [...groups.values()].flatMap(same => {
    const [first] = same
    return first === undefined
      ? []
      : [
          {
            ...first,
            bureaus: [...new Set(same.flatMap(({ bureaus }) => bureaus))],
            explanation: [...new Set(same.map(({ explanation }) => explanation))].join(' '),
            evidence: same.flatMap(({ evidence }) => evidence),
          },
        ]
  })
}

const atEachBureau = (
  { byBureau }: RuleContext,
  look: (rows: readonly Account[]) => Twice[],
  what: string,
  asking: string,
) =>
  onePerAccount([...byBureau.values()].flatMap(rows => look(rows).map(twice => foundOf(what, asking, twice))))

/** One home loan that a bureau lists as owed at both the old and the new servicer. */

/** More home loans of one amount than anyone has. */
const maxHomeLoans = 12

/** Balances of one loan may differ by the payments of a few months. */
const payments = 0.05

/** Lenders report the loan amount as the original amount or as the highest balance. */
const lent = (row: Account) => row.originalAmount ?? row.highBalance

const isOwedLoan = (row: Account): boolean =>
  row.accountType === 'Mortgage' &&
  isOpen(row) &&
  !row.isDerogatory &&
  centsOwed(row.currentBalance) > 0 &&
  centsOwed(lent(row)) > 0 &&
  !isPaid(row) &&
  !isSoldOrTransferred(row)

const isOneLoan = (one: Account, other: Account): boolean =>
  one.id !== other.id &&
  one.dateOpened !== null &&
  other.dateOpened !== null &&
  !isSameCreditor(one.creditorNameReported, other.creditorNameReported) &&
  Math.abs(centsOwed(one.currentBalance) - centsOwed(other.currentBalance)) <=
    payments * Math.max(centsOwed(one.currentBalance), centsOwed(other.currentBalance))

const servicerFinding = (rows: readonly [Account, Account]): RuleMatch => {
  // The servicer that stopped reporting is the old one.
  const [given, taken] = rows.toSorted(
    (one, other) =>
      dayNumber(earliestDay(one.lastReported ?? '1900')) -
      dayNumber(earliestDay(other.lastReported ?? '1900')),
  )
  const [old, now] = [given ?? rows[0], taken ?? rows[1]]
  const describe = (row: Account) =>
    `${formatAmount(row.currentBalance)} at ${row.creditorName}, reported ${showDate(row.lastReported) ?? 'on an unknown date'}`
  return {
    subject: { kind: 'account', id: old.id },
    bureaus: [old.bureau],
    explanation: `${old.bureau} lists two home loans of ${formatAmount(lent(old))} as owed: ${describe(old)}, and ${describe(now)}. Is it one loan that another servicer took over, or are they two?`,
    evidence: rows.flatMap(row =>
      fieldEvidence(row, [
        'creditorName',
        'dateOpened',
        'originalAmount',
        'highBalance',
        'currentBalance',
        'lastReported',
      ]),
    ),
    certainty: 0.8,
  }
}

export const duplicateRules: readonly Rule[] = [
  {
    id: 'C-33',
    reason: 'duplicate',
    title: 'One debt is listed twice',
    verdict: 'contradiction',
    severity: 'high',
    source: `${accuracy}; Metro 2 special comment AH and account status 05: who sold a debt reports it at zero`,
    find: context =>
      atEachBureau(
        context,
        passedOn,
        'One debt',
        'If it was sold, the first creditor is owed nothing. An agency may collect it for the creditor, but it is owed only once. Or are they two debts?',
      ),
  },
  {
    id: 'C-34',
    reason: 'duplicate',
    title: 'An account is listed twice',
    verdict: 'impossible',
    severity: 'high',
    source: `${accuracy}; Metro 2 field 7: one consumer account number, one tradeline`,
    implies: ['C-33'],
    find: context => atEachBureau(context, listedTwice, 'An account', 'They may be two debts. Are they?'),
  },
  {
    id: 'C-58',
    reason: 'other',
    title: 'One home loan may be listed at two servicers',
    verdict: 'ask',
    severity: 'high',
    source: `${accuracy}; Metro 2 account status 05 and special comment O: a servicer that gave a loan up reports it at zero`,
    find: ({ byBureau }) =>
      [...byBureau.values()].flatMap(rows => {
        const alike = Map.groupBy(rows.filter(isOwedLoan), row => centsOwed(lent(row)))
        return [...alike.values()].flatMap(same =>
          same.length > maxHomeLoans
            ? []
            : same.flatMap((one, index) =>
                same
                  .slice(index + 1)
                  .flatMap(other => (isOneLoan(one, other) ? [servicerFinding([one, other])] : [])),
              ),
        )
      }),
  },
]
