import { showMoney } from '#values/money.ts'
import type { CeaseItem, ValidationItem } from '../dispute-contract.ts'
import type { Outcome } from '../dispute-requests.ts'
import { joinWithAnd } from '../letters/words.ts'
import type { ContactMedium, DebtClaim, NoticeState } from './debt-answers.ts'

/** Screen texts about letters to debt collectors, each rule with its source. */

/**
 * To whom the law on debt collection applies: 15 U.S.C. 1692a(6). A debt buyer collects for itself, so the law applies only if
 * collecting is its main business (Henson v. Santander Consumer USA Inc., 582 U.S. 79 (2017)).
 */
export const debtCollectorWords = {
  label: 'The company is a debt collector',
  hint: 'It regularly collects for others, or collecting debts is its main business, as of most companies that buy them. A lender that collects its own debts in its own name is no debt collector, and need not do what this letter asks (15 U.S.C. 1692a(6)).',
} as const

export const noticeWords: Readonly<Record<NoticeState, { label: string; hint: string }>> = {
  came: {
    label: 'It came',
    hint: 'A letter or email of the collector with the amount, the creditor and your right to dispute.',
  },
  not_come: { label: 'It has not come', hint: 'The letter says so and asks for it.' },
  unknown: { label: 'I don’t know', hint: 'The letter says nothing about the notice.' },
}

export const claimWords: Readonly<Record<DebtClaim, { label: string; hint: string }>> = {
  not_mine: { label: 'This is not my debt', hint: 'Only where you dispute all of it.' },
  wrong_amount: { label: 'The amount is wrong', hint: 'This does not say that you owe another amount.' },
}

export const mediumWords: Readonly<Record<ContactMedium, string>> = {
  phone: 'No phone calls',
  text: 'No text messages',
  email: 'No emails',
}

/** The limits of a letter that stops all contact: 15 U.S.C. 1692c(c), 12 CFR 1006.6(c), 81 FR 71977. */
export const ceaseConsequences = [
  'The debt remains, and so may its entry in your credit report.',
  'The collector may still take you to court. The letter does not stop a court case.',
  'It may still tell you that it ends its efforts, or notify you of a specific remedy such as a lawsuit (15 U.S.C. 1692c(c)(1) to (3)). Notices that other laws require, such as those of a mortgage servicer, may still come.',
  'You will not hear of offers to settle. If you want verification of the debt, ask for it first.',
  'It binds this collector from the day it receives the letter. Certified mail shows you the day.',
] as const

/** A short description of a dispute of a debt. */
export const describeValidation = ({
  partAmount,
  claims,
}: Pick<ValidationItem, 'partAmount' | 'claims'>): string =>
  [
    partAmount === null ? 'You dispute the whole debt' : `You dispute ${showMoney(partAmount)} of it`,
    ...claims.map(claim => claimWords[claim].label),
  ].join('. ')

export const describeCease = ({
  reason,
  media,
  notAtWork,
  explanation,
}: Pick<CeaseItem, 'reason' | 'media' | 'notAtWork' | 'explanation'>): string => {
  if (reason === 'all') return 'Stop all contact about the debt'
  const limits = [
    ...media.map(medium => mediumWords[medium].toLowerCase()),
    ...(notAtWork ? ['not at work'] : []),
    ...(explanation === null ? [] : ['times and places that you name']),
  ]
  return `Limits on contact: ${joinWithAnd(limits)}`
}

type OutcomeWords = { label: string; hint: string; tone: 'green' | 'red' | 'amber' | 'grey' }

/**
 * What a collector may do after a dispute of a debt: 15 U.S.C. 1692g(b), 12 CFR 1006.38(d)(2). As for a freeze,
 * `corrected` means that it did what was requested, and `frivolous` that it did not.
 */
export const validationOutcomes: Partial<Record<Outcome, OutcomeWords>> = {
  verified: {
    label: 'Sent verification',
    hint: 'Papers about the debt, or a copy of a judgment.',
    tone: 'amber',
  },
  corrected: {
    label: 'Stopped collecting',
    hint: 'It says that it stops, or that it returned the debt to the creditor.',
    tone: 'green',
  },
  frivolous: {
    label: 'Kept collecting',
    hint: 'It asked for payment again and had not sent verification.',
    tone: 'red',
  },
  no_answer: {
    label: 'No answer',
    hint: 'Nothing came, and it does not collect. No day is set for its answer.',
    tone: 'grey',
  },
}

/** The same after a request to stop contact: 15 U.S.C. 1692c(c). */
export const ceaseOutcomes: Partial<Record<Outcome, OutcomeWords>> = {
  corrected: {
    label: 'Stopped',
    hint: 'No contact since, or only what the law or your letter still allows.',
    tone: 'green',
  },
  frivolous: {
    label: 'Contacted me again',
    hint: 'It contacted you about the debt although your letter asked it not to.',
    tone: 'red',
  },
}
