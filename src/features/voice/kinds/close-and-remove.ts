import { formatUtilization, openCards } from '#features/credit/factors/card-use.ts'
import { findOpening, isAuthorizedUserAccount, isOpenAccount, isOpenCard } from '#features/credit/facts.ts'
import { accountName, count, formatCents } from '#features/credit/wording.ts'
import { groupApplications } from '#features/findings/applications.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { sortBureaus } from '#values/bureau.ts'
import { dayNumber, type PartialDate, showDate } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import {
  type Answer,
  citeAccount,
  fixedAnswer,
  listText,
  type QuestionDetails,
  type ReportData,
  type ReportKindDefinition,
} from '../answer.ts'

/** Whether to close a card, and which inquiries can be removed: found by patterns, and answered from the report. */

const NAMED = 10

/**
 * A company may get a report only for a purpose of 15 U.S.C. 1681b(a), among them credit, the review or collection of an
 * account, insurance, and with written consent employment (1681b(b)(2)). An accurate inquiry stays: 1681i(a)(5)(A) deletes
 * what is inaccurate, incomplete or cannot be verified.
 */
const removableRules =
  'An inquiry that is right cannot be removed early: bureaus usually list it for two years. You can dispute one that no application or account of yours explains, or that is listed wrongly, such as twice or with a wrong date. A company may get your report only for a purpose that the law names, such as credit that you applied for, an account that you have with it, or a job if you agreed in writing (15 U.S.C. 1681b).'

const removableAnswer = ({ facts: { inquiryFiles }, findings, report }: ReportData): Answer => {
  const applications = groupApplications(report.creditInquiries)
  if (applications.length === 0)
    return fixedAnswer(
      listText(
        inquiryFiles.whole.length === 0
          ? 'Your report does not say anything about inquiries.'
          : 'Your report lists no application for credit.',
        [],
        removableRules,
      ),
    )
  const doubtful = [
    ...new Set(findings.filter(({ disputeType }) => disputeType === 'inquiry').map(({ title }) => title)),
  ]
  const more = applications.length - NAMED
  return fixedAnswer(
    listText(
      `Your report lists ${count(applications.length, 'application')} for credit. Dispute only one that you did not authorize or that is wrong.`,
      applications
        .slice(0, NAMED)
        .map(
          ({ rows }) =>
            `${rows[0].company}, ${showDate(rows[0].date) ?? 'no date'}, ${showList(sortBureaus(rows.map(({ bureau }) => bureau)))}`,
        ),
      [
        more > 0 ? `And ${more} more.` : '',
        doubtful.length > 0 ? `We found this to check: ${doubtful.join('; ')}.` : '',
        removableRules,
      ]
        .filter(sentence => sentence !== '')
        .join(' '),
    ),
    ['dispute'],
    applications.slice(0, NAMED).map(({ rows: [{ id, company, bureau }] }) => ({
      label: company,
      bureau,
      field: `creditInquiries/${id}/date`,
    })),
  )
}

const daysPerYear = 365.25

type Card = { row: ShownAccount; opened: PartialDate | null }

/** The user's own open cards of the named companies, or else all, the oldest first; undated last. */
const cardsToClose = ({ facts }: ReportData, companies: readonly string[]): Card[] => {
  const own = facts.accounts
    .filter(account => isOpenCard(account) && !isAuthorizedUserAccount(facts, account.latest))
    .map((account): Card => {
      const opening = facts.asOf === null ? null : findOpening(account, facts.asOf)
      return { row: opening?.row ?? account.latest, opened: opening?.date ?? null }
    })
  const named = own.filter(({ row }) => companies.includes(row.creditorName))
  return (named.length > 0 ? named : own).toSorted((one, other) =>
    (one.opened ?? '9999').localeCompare(other.opened ?? '9999'),
  )
}

/** What the report's open cards would use without this one. */
const cardUseWithout = ({ facts }: ReportData, card: ShownAccount): string[] => {
  const cards = openCards(facts)
  const own = cards.find(({ row }) => row.id === card.id)
  if (own === undefined)
    return ['Its balance or its limit is not reported, so the effect on card use is not known.']
  const others = cards.filter(one => one !== own)
  const sumOf = (field: 'balance' | 'limit', rows: typeof cards) =>
    rows.reduce((sum, one) => sum + one[field], 0)
  const now = formatUtilization(sumOf('balance', cards), sumOf('limit', cards))
  const limit = sumOf('limit', others)
  return [
    limit === 0
      ? `It is the only open card with a balance and a limit on your report. Its limit of ${formatCents(own.limit)} would be gone, and no card use could be counted.`
      : `Its limit of ${formatCents(own.limit)} would be gone. The open cards on your report use ${now} of their limits now; the others alone use ${formatUtilization(sumOf('balance', others), limit)}.`,
    ...(own.balance > 0
      ? [
          `Its balance of ${formatCents(own.balance)} is still owed after it is closed, and scores may still count it.`,
        ]
      : []),
  ]
}

/** The average age of open accounts, now and without this one. */
const ageWithout = ({ facts }: ReportData, card: ShownAccount): string[] => {
  const { asOf } = facts
  if (asOf === null) return []
  const opened = facts.accounts.filter(isOpenAccount).flatMap(account => findOpening(account, asOf) ?? [])
  const others = opened.filter(({ row }) => row.id !== card.id)
  if (others.length === 0 || others.length === opened.length) return []
  const years = (some: typeof opened) =>
    (
      some.reduce((sum, { date }) => sum + Math.max(0, dayNumber(asOf) - dayNumber(date)), 0) /
      some.length /
      daysPerYear
    ).toFixed(1)
  return [
    `The average age of your open accounts is ${years(opened)} years; without it, it would be ${years(others)} years.`,
  ]
}

/**
 * CFPB, "Does it hurt my credit to close a credit card?". The ten years are the practice of the bureaus: 15 U.S.C. 1681c
 * limits only what is adverse. 1681c(e): that the consumer closed it is shown.
 */
const closingRules =
  'A card that you close in good standing usually stays on your report for up to ten years, and its late payments for seven. Some scores count its age while it is listed. The report must show that you closed it, if the company says so to the bureau (15 U.S.C. 1681c(e)). Nobody can promise what your scores do.'

const closeCardAnswer = (known: ReportData, { companies }: QuestionDetails): Answer => {
  const [closed] = cardsToClose(known, companies)
  if (closed === undefined) return fixedAnswer(`Your report lists no open card of your own.\n${closingRules}`)
  const { row: card } = closed
  const opened = showDate(closed.opened)
  const isNamed = companies.includes(card.creditorName)
  const name = accountName(card, known.facts)
  const missing =
    isNamed || companies.length === 0 ? '' : `It lists no open card of your own from ${showList(companies)}. `
  return fixedAnswer(
    listText(
      `Whether to close a card is your decision; I can tell you what your report shows. ${missing}${isNamed ? name : `The oldest open card of your own is ${name}`}${isNamed ? ' was' : ','} opened ${opened ?? 'on a day that is not reported'}. If you closed it:`,
      [...cardUseWithout(known, card), ...ageWithout(known, card)],
      closingRules,
    ),
    [],
    [citeAccount(card, 'creditLimit', known.facts), citeAccount(card, 'dateOpened', known.facts)],
  )
}

export const closeAndRemoveKinds = {
  close_card: {
    answer: closeCardAnswer,
    needs: ['accounts'],
    company: 'whole',
    promisesNothing: true,
    says: ['why'],
    patterns: [
      'should/would/will/if/does/is/happens/hurt*/bad/better/ok/okay close/closing/cancel/canceling/cancelling card/cards',
      'closing/canceling/cancelling card/cards hurt*/affect*/lower*/score*/credit',
      'should keep card/cards open',
      'debo/deberia/conviene/si cerrar/cierro/cancelar/cancelo tarjeta*',
    ],
  },
  removable_inquiries: {
    answer: removableAnswer,
    needs: ['inquiries'],
    company: 'rows',
    promisesNothing: true,
    patterns: [
      'which/what/any inquir*/enquir* can/could/should/may/able remov*/delet*/disput*/eras*/clear',
      'can/could/how/want/need/should/help/able remov*/delet*/eras*/clear inquir*/enquir*',
      'get/getting rid inquir*/enquir*',
      'get inquir*/enquir* removed/deleted/off',
      'cual/cuales/que consulta* puedo/podria/pueden/se borrar/eliminar/quitar/disputar',
      'como/puedo/quiero borrar/eliminar/quitar consulta*',
    ],
  },
} as const satisfies Record<string, ReportKindDefinition & { patterns: readonly string[] }>
