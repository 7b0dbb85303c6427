import type { Account } from '#features/reports/canonical.ts'
import { creditorBlockingKeys, isSameCreditor, parseCreditor } from '#features/reports/creditor.ts'
import { buildBlockingIndex } from '#features/reports/shelves.ts'
import { showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { centsOwed, isMedical, isPaid, isSoldOrTransferred, isStudentLoan } from '../account-facts.ts'
import { closingSentence } from '../account-rule.ts'
import type { RuleContext } from '../context.ts'
import { isBefore } from '../dates-apart.ts'
import { type EvidenceField, fieldEvidence } from '../evidence.ts'
import type { RawFinding, Rule, Verdict } from '../finding.ts'

/** One debt that a bureau lists twice. */

/** More entries of one creditor than anybody has: comparing them all would only cost time. */
const mostAlike = 120

type Twice = { one: Account; other: Account; verdict: Verdict; says: string }

const owesStill = (row: Account): boolean =>
  centsOwed(row.currentBalance) > 0 && !isPaid(row) && !isSoldOrTransferred(row)

/** How much of the greater amount two amounts of one debt may differ: interest and fees, counted differently. */
const closeAmounts = 0.1

const isClose = (one: Account, other: Account, share: number): boolean => {
  const [a, b] = [centsOwed(one.currentBalance), centsOwed(other.currentBalance)]
  return Math.abs(a - b) <= share * Math.max(a, b)
}

const boughtIt = /factoring|debt (?:buyer|purchas)|purchased|bought|portfolio|acqui|funding/i

/** Who bought a debt owns it, and its creditor is owed nothing any more; an agency collects it for the creditor. */
const isBuyer = (collector: Account): boolean =>
  boughtIt.test(collector.accountTypeDetail ?? '') ||
  boughtIt.test(collector.creditorNameReported) ||
  collector.remarks.some(({ text }) => boughtIt.test(text))

/** The creditor's entry, where a collector reports the debt too: both are not owed. */
const creditorAndCollector = (collector: Account, original: Account): Verdict | null => {
  if (original.isCollection && original.accountType === 'Collection') return null
  if (!original.isDerogatory || isBefore(collector.dateOpened, original.dateOpened)) return null
  return isBuyer(collector) && isClose(collector, original, closeAmounts) ? 'contradiction' : 'ask'
}

/** Two collectors of one debt. One collector with several bills of a hospital is not that. */
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
  const collectors = owing.filter(row => row.isCollection && row.originalCreditor !== null)
  if (collectors.length === 0) return []
  const originals = buildBlockingIndex(
    owing.filter(row => row.originalCreditor === null && row.isDerogatory),
    row => creditorBlockingKeys(parseCreditor(row.creditorNameReported)),
    mostAlike,
  )
  const byOrigin = buildBlockingIndex(
    collectors,
    row => creditorBlockingKeys(parseCreditor(row.originalCreditor ?? '')),
    mostAlike,
  )
  return collectors.flatMap(collector => {
    const from = collector.originalCreditor ?? ''
    const shelves = creditorBlockingKeys(parseCreditor(from))
    const atCreditor = originals(shelves).flatMap((original): Twice[] => {
      if (original.id === collector.id || !isSameCreditor(original.creditorNameReported, from)) return []
      const verdict = creditorAndCollector(collector, original)
      return verdict === null
        ? []
        : [
            {
              one: collector,
              other: original,
              verdict,
              says: `lists the debt of ${from} twice as owed: ${showMoney(collector.currentBalance ?? '')} at ${collector.creditorName} and ${showMoney(original.currentBalance ?? '')} at ${original.creditorName}`,
            },
          ]
    })
    const atCollectors = byOrigin(shelves).flatMap((other): Twice[] => {
      if (other.id <= collector.id || !isSameCreditor(other.originalCreditor ?? '', from)) return []
      const verdict = twoCollectors(collector, other)
      return verdict === null
        ? []
        : [
            {
              one: collector,
              other,
              verdict,
              says: `lists a debt of ${from} at two collectors: ${showMoney(collector.currentBalance ?? '')} at ${collector.creditorName} and ${showMoney(other.currentBalance ?? '')} at ${other.creditorName}`,
            },
          ]
    })
    return [...atCreditor, ...atCollectors]
  })
}

/** What names one account; loans of one lender opened together differ in their amounts. */
const nameOf = (row: Account): string | null =>
  row.accountNumber === null ||
  row.accountNumber.replaceAll(/[^0-9]/g, '').length < 4 ||
  row.dateOpened?.length !== 10 ||
  centsOwed(row.highBalance ?? row.originalAmount) === 0
    ? null
    : JSON.stringify([
        [row.creditorNameReported.toLowerCase(), row.accountNumber, row.accountType, row.dateOpened],
        [row.highBalance, row.originalAmount, row.responsibility, row.originalCreditor],
      ])

const figuresOf = (row: Account): string =>
  JSON.stringify([
    [row.accountStatus, row.openClosed, row.termLength, row.creditLimit],
    [row.currentBalance, row.monthlyPayment, row.amountPastDue],
    [row.dateLastPayment, row.dateLastActive, row.paymentHistory],
  ])

const listedTwice = (rows: readonly Account[]): Twice[] => {
  const named = Map.groupBy(
    rows.filter(row => nameOf(row) !== null),
    row => nameOf(row) ?? '',
  )
  return [...named.values()].flatMap(same => {
    const [one, ...others] = same
    if (one === undefined) return []
    return others.flatMap((other): Twice[] => {
      // Without the account's end a number can be that of two loans of one day; equal in every figure they are one.
      const isOne = centsOwed(one.currentBalance) > 0 && figuresOf(one) === figuresOf(other)
      return other.id === one.id && !isOne
        ? []
        : [
            {
              one: other,
              other: one,
              // Parts of a student loan are paid out on one day, and may be alike in all but the end of their numbers.
              verdict: isOne && !isStudentLoan(one) ? 'impossible' : 'ask',
              says: isOne
                ? 'lists it twice with the same number, opening date and amounts'
                : `lists two accounts with the same number, opened ${showDate(one.dateOpened)} for the same amount`,
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

const foundOf = (what: string, asking: string, { one, other, verdict, says }: Twice): RawFinding => ({
  subject: { kind: 'account', id: one.id },
  bureaus: [one.bureau],
  title: `${what} ${verdict === 'ask' ? 'may be' : 'is'} listed twice`,
  explanation: `${one.bureau} ${says}. ${verdict === 'ask' ? asking : closingSentence(verdict)}`,
  evidence: [...fieldEvidence(one, fields), ...fieldEvidence(other, fields)],
  reason: 'duplicate',
  verdict,
  severity: 'high',
  certainty: verdict !== 'ask' ? 1 : isClose(one, other, closeAmounts) ? 0.9 : 0.6,
})

/** What two bureaus both list twice is one finding. */
const onePerAccount = (found: readonly RawFinding[]): RawFinding[] => {
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

export const duplicateRules: readonly Rule[] = [
  {
    id: 'C-33',
    verdict: 'contradiction',
    severity: 'high',
    source:
      '15 USC 1681e(b); Metro 2 special comment AH and account status 05: who sold a debt reports it at zero',
    find: context =>
      atEachBureau(
        context,
        passedOn,
        'One debt',
        'If it was sold, its first creditor is owed nothing any more. An agency may collect it for the creditor, and it is owed once. Or are they two debts?',
      ),
  },
  {
    id: 'C-34',
    verdict: 'impossible',
    severity: 'high',
    source: '15 USC 1681e(b); Metro 2 field 7: one consumer account number, one tradeline',
    implies: ['C-33'],
    find: context => atEachBureau(context, listedTwice, 'An account', 'They may be two debts. Are they?'),
  },
]
