import type { GoodwillWish, Outcome, SettlementReporting, TheftAsk } from '../dispute-requests.ts'
import type { OutcomeWords } from '../item-words.ts'

/** How screens describe a request to a company: the same as the letter and no more. */
type RequestWords = { label: string; hint: string; details: string }

const why = 'Say in your own words why you ask for it.'

export const goodwillWords: Readonly<Record<GoodwillWish, RequestWords>> = {
  late_payments: {
    label: 'Remove the late payments',
    hint: 'The account stays in your file.',
    details: why,
  },
  whole_account: {
    label: 'Remove the account',
    hint: 'Also what is good about it goes: its age and its payments on time.',
    details: why,
  },
}

const owing = 'Do not write that you owe the debt or will pay it: that can be an acknowledgment.'

export const settlementWords: Readonly<Record<SettlementReporting, RequestWords>> = {
  as_settled: {
    label: 'As settled, with nothing owed',
    hint: 'Lenders see that it was settled for less than all of it.',
    details: owing,
  },
  deleted: {
    label: 'Nothing: it should ask the bureaus to delete the entry',
    hint: 'Many companies decline that.',
    details: owing,
  },
  not_asked: { label: 'I ask for nothing about that', hint: 'It decides by itself.', details: owing },
}

const noSuspect = 'Do not name anyone you suspect: that belongs in your identity theft report only.'

export const theftAskWords: Readonly<Record<TheftAsk, RequestWords>> = {
  stop_reporting: {
    label: 'Stop reporting it',
    hint: 'After your identity theft report the company may not report the account, unless it learns that it is right.',
    details: noSuspect,
  },
  stop_and_records: {
    label: 'Stop reporting it, and send me the records',
    hint: 'A lender sends the application and the records of transactions within 30 days, free, once it has verified you and your claim. A debt collector that collects for someone else sends what it would if you disputed the debt.',
    details: noSuspect,
  },
}

const noReply: OutcomeWords = { label: 'No answer', hint: 'No reply came.', tone: 'grey' }

/** A company's possible answers in plain words; for a direct dispute see 12 CFR 1022.43(e) and (f). */
export const requestOutcomes: Readonly<
  Record<'direct' | 'goodwill' | 'settlement' | 'theft-notice', Partial<Record<Outcome, OutcomeWords>>>
> = {
  direct: {
    deleted: { label: 'Deleted', hint: 'The company has the entry deleted.', tone: 'green' },
    corrected: { label: 'Corrected', hint: 'The company corrects what it reports.', tone: 'green' },
    verified: {
      label: 'Found right',
      hint: 'The company says that what it reports is right.',
      tone: 'amber',
    },
    frivolous: {
      label: 'Not investigated',
      hint: 'The company calls the dispute frivolous or irrelevant, or asks for more.',
      tone: 'red',
    },
    no_answer: { label: 'No answer', hint: 'The deadline passed with no reply.', tone: 'grey' },
  },
  goodwill: {
    corrected: { label: 'Granted', hint: 'The company does what you asked.', tone: 'green' },
    frivolous: { label: 'Declined', hint: 'The company does not do it.', tone: 'red' },
    no_answer: noReply,
  },
  settlement: {
    corrected: { label: 'Accepted', hint: 'The company agrees in writing.', tone: 'green' },
    frivolous: { label: 'Declined', hint: 'The company refuses, or wants other terms.', tone: 'red' },
    no_answer: noReply,
  },
  'theft-notice': {
    corrected: { label: 'Stopped', hint: 'The company no longer reports the account.', tone: 'green' },
    frivolous: {
      label: 'Declined',
      hint: 'The company goes on reporting it, or asks for more.',
      tone: 'red',
    },
    no_answer: noReply,
  },
}
