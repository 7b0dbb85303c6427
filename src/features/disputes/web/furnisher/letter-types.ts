import type { DocumentKind } from '#features/documents/upload-rules.ts'
import type { Bureau } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import type { Call } from '#web/call.ts'
import { client } from '#web/client.ts'
import type { Dispute, Preview } from '../../dispute-contract.ts'
import type {
  CompanyAddress,
  DirectDispute,
  GoodwillRequest,
  GoodwillWish,
  SettlementOffer,
  SettlementReporting,
  TheftAsk,
  TheftNotice,
} from '../../dispute-requests.ts'
import { directReasons } from '../../furnishers/direct-reasons.ts'
import { goodwillWords, settlementWords, theftAskWords } from '../../furnishers/request-words.ts'
import { maxExplanationLength, tooLongMessage, validationMessages } from '../../limits.ts'
import { isLate, owes, showsLatePayments } from '../../reason-eligibility.ts'
import { reasonWords } from '../../reason-words.ts'
import { companyProblems, readCompany } from '../company/company-answers.ts'
import type { AccountInformation } from '../wizard/disputable-accounts.ts'
import type { DisputableItem } from '../wizard/disputable-item.ts'
import type { LetterAnswers } from './letter-answers.ts'

/** Letters to the company that reports an account, each type as data: its questions and its endpoints. */

type FormInput = {
  answers: LetterAnswers
  documentIds: readonly string[]
  attested?: boolean | undefined
  repeat?: boolean | undefined
}

/** An account as quoted in a letter: the bureau, and its rows there. */
type LetterAccount = { item: DisputableItem; bureau: Bureau; rows: readonly AccountInformation[] }

export type LetterOption = { value: string; label: string; hint: string | null; details: string }

export type CompanyLetterType = {
  type: 'direct' | 'goodwill' | 'settlement' | 'theft-notice'
  title: string
  lead: string
  /** Shown if no account qualifies. */
  nothing: { title: string; text: string }
  legend: string
  /** Whether a letter of this type can be about a bureau's row of an account. */
  fits: (row: AccountInformation) => boolean
  optionsOf: (about: LetterAccount, today: string) => LetterOption[]
  text: { label: string; needed: boolean }
  asksAmount: boolean
  /** Kinds of documents that can be added in the form. */
  needs: readonly DocumentKind[]
  preview: Call<FormInput, Preview>
  create: Call<FormInput, Dispute>
}

/** Letters are requested only if `answerProblems` finds nothing. */
const incomplete = () => new Error('A letter was requested before its answers were complete')

/** An endpoint that takes the form's answers and converts them to its request. */
const withRequest = <Body, Reply>(
  call: Call<Body, Reply>,
  bodyOf: (input: FormInput, to: { bureau: Bureau; company: CompanyAddress }) => Body,
): Call<FormInput, Reply> =>
  Object.assign(
    (input: FormInput) => {
      const { bureau, company: typed } = input.answers
      const company = readCompany(typed)
      if (bureau === null || company === null) throw incomplete()
      return call(bodyOf(input, { bureau, company }))
    },
    { key: call.key },
  )

const about = ({ documentIds, attested, repeat }: FormInput) => ({
  ...(documentIds.length === 0 ? {} : { documentIds: [...documentIds] }),
  ...(attested === undefined ? {} : { attested }),
  ...(repeat === true ? { repeat } : {}),
})

const explained = (text: string) => (text.trim() === '' ? {} : { explanation: text.trim() })

const chosenOf = <Value extends string>(values: readonly Value[], chosen: string | null): Value => {
  const value = values.find(one => one === chosen)
  if (value === undefined) throw incomplete()
  return value
}

const directBody = (
  input: FormInput,
  { bureau, company }: { bureau: Bureau; company: CompanyAddress },
): DirectDispute => {
  const { accountId, choice, text } = input.answers
  return {
    account: { accountId, bureau, reason: chosenOf(directReasons, choice), ...explained(text) },
    company,
    ...about(input),
  }
}

const wishes = ['late_payments', 'whole_account'] as const satisfies readonly GoodwillWish[]

const goodwillBody = (
  input: FormInput,
  { bureau, company }: { bureau: Bureau; company: CompanyAddress },
): GoodwillRequest => {
  const { accountId, choice, text } = input.answers
  return {
    account: { accountId, bureau, wish: chosenOf(wishes, choice), ...explained(text) },
    company,
    ...about(input),
  }
}

const reportings = ['as_settled', 'deleted', 'not_asked'] as const satisfies readonly SettlementReporting[]

/** An amount as the server expects it; users write `$1,250`. */
const plainAmount = (typed: string): string => typed.replaceAll(/[$,\s]/g, '')

const settlementBody = (
  input: FormInput,
  { bureau, company }: { bureau: Bureau; company: CompanyAddress },
): SettlementOffer => {
  const { accountId, choice, text, amount, payBy } = input.answers
  return {
    account: {
      accountId,
      bureau,
      amount: plainAmount(amount),
      ...(payBy === '' ? {} : { payBy }),
      reporting: chosenOf(reportings, choice),
      ...explained(text),
    },
    company,
    ...about(input),
  }
}

const theftAsks = ['stop_reporting', 'stop_and_records'] as const satisfies readonly TheftAsk[]

const theftNoticeBody = (
  input: FormInput,
  { bureau, company }: { bureau: Bureau; company: CompanyAddress },
): TheftNotice => {
  const { accountId, choice, text } = input.answers
  return {
    account: { accountId, bureau, asks: chosenOf(theftAsks, choice), ...explained(text) },
    company,
    ...about(input),
  }
}

const asRow = (row: AccountInformation) => ({ ...row, remarks: [] })

const companyLetterTypes: Readonly<Record<CompanyLetterType['type'], CompanyLetterType>> = {
  direct: {
    type: 'direct',
    title: 'Dispute with the company itself',
    lead: 'The company that reports an account must look into your dispute and write to you, normally within 30 days of receiving your letter. What proves wrong it must correct with every bureau it reported to (12 CFR 1022.43).',
    nothing: { title: 'No credit accounts found.', text: 'A dispute starts from an account in your report.' },
    legend: 'What is wrong?',
    fits: () => true,
    optionsOf: ({ item, bureau }, today) =>
      item.listOptions([bureau], today).flatMap(({ value }) => {
        const reason = directReasons.find(one => one === value)
        return reason === undefined ? [] : [{ value, ...reasonWords[reason] }]
      }),
    text: { label: 'Explain it in your own words', needed: true },
    asksAmount: false,
    needs: ['other'],
    preview: withRequest(client.disputes.previewDirect, directBody),
    create: withRequest(client.disputes.createDirect, directBody),
  },
  goodwill: {
    type: 'goodwill',
    title: 'Ask for goodwill',
    lead: 'You ask a company for a courtesy. It is free to say no, and no law sets a time for its answer. If what it reports is wrong, dispute it instead.',
    nothing: {
      title: 'Nothing to ask for.',
      text: 'No account in your report shows a late payment or anything worse.',
    },
    legend: 'What do you ask for?',
    fits: row => isLate(asRow(row)),
    optionsOf: ({ rows }) =>
      wishes
        .filter(wish => wish === 'whole_account' || rows.some(row => showsLatePayments(asRow(row))))
        .map(value => ({ value, ...goodwillWords[value] })),
    text: { label: 'Why you ask, in your own words', needed: true },
    asksAmount: false,
    needs: ['other'],
    preview: withRequest(client.disputes.previewGoodwill, goodwillBody),
    create: withRequest(client.disputes.createGoodwill, goodwillBody),
  },
  settlement: {
    type: 'settlement',
    title: 'Offer to settle a debt',
    lead: 'You offer a lender or a collector a payment that settles an account. It is free to say no, and no law sets a time for its answer.',
    nothing: { title: 'Nothing to settle.', text: 'No account in your report shows anything owed.' },
    legend: 'What should it report to the bureaus once you have paid?',
    fits: row => owes(asRow(row)),
    optionsOf: () => reportings.map(value => ({ value, ...settlementWords[value] })),
    text: { label: 'Anything to add, in your own words', needed: false },
    asksAmount: true,
    needs: ['other'],
    preview: withRequest(client.disputes.previewSettlement, settlementBody),
    create: withRequest(client.disputes.createSettlement, settlementBody),
  },
  'theft-notice': {
    type: 'theft-notice',
    title: 'Tell a company of identity theft',
    lead: 'For an account that someone else opened in your name. With your identity theft report the letter asks the company to stop reporting it (15 U.S.C. 1681s-2(a)(6)(B)).',
    nothing: { title: 'No credit accounts found.', text: 'The letter is about an account in your report.' },
    legend: 'What do you ask for?',
    fits: () => true,
    optionsOf: () => theftAsks.map(value => ({ value, ...theftAskWords[value] })),
    text: { label: 'Anything to add, in your own words', needed: false },
    asksAmount: false,
    needs: ['identity_theft_report', 'government_id', 'other'],
    preview: withRequest(client.disputes.previewTheftNotice, theftNoticeBody),
    create: withRequest(client.disputes.createTheftNotice, theftNoticeBody),
  },
}

/** The type named in an address; undefined for any other text. */
export const findCompanyLetterType = (text: string | undefined): CompanyLetterType | undefined =>
  Object.values(companyLetterTypes).find(({ type }) => type === text)

/** Problems that block the preview of the letter, by the answer's name; the server decides again. */
export const answerProblems = (
  { text, asksAmount }: CompanyLetterType,
  answers: LetterAnswers,
  options: readonly LetterOption[],
  today: string,
): Readonly<Record<string, string>> => {
  const { accountId, bureau, choice, amount, payBy } = answers
  const input = answers.text.trim()
  if (accountId === '') return { account: 'Choose an account' }
  if (bureau === null) return { bureau: 'Choose a bureau' }
  const option = options.find(({ value }) => value === choice)
  return {
    ...(option === undefined ? { choice: validationMessages.noReason } : {}),
    ...(asksAmount && !/^\d{1,7}(\.\d{2})?$/.test(plainAmount(amount))
      ? { amount: 'Enter an amount like 500 or 500.00' }
      : {}),
    ...(payBy !== '' && payBy <= today ? { payBy: 'Choose a day in the future' } : {}),
    ...(text.needed && input === ''
      ? { text: 'Say it in your own words' }
      : input.length > maxExplanationLength
        ? { text: tooLongMessage(maxExplanationLength) }
        : {}),
    ...Object.fromEntries(
      Object.entries(companyProblems(answers.company)).map(([part, sentence]) => [
        `company.${part}`,
        sentence,
      ]),
    ),
  }
}

const answerOfPath: Readonly<Record<string, string>> = {
  'account.accountId': 'account',
  'account.bureau': 'bureau',
  'account.reason': 'choice',
  'account.wish': 'choice',
  'account.reporting': 'choice',
  'account.asks': 'choice',
  documentIds: 'documents',
  'account.amount': 'amount',
  'account.payBy': 'payBy',
  'account.explanation': 'text',
}

/** Maps the server's messages by path to the names of the answers; others are dropped. */
export const refusedAnswers = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, sentence]) => {
      const answer = path.startsWith('company.') ? path : answerOfPath[path.replace('items.0.', 'account.')]
      return answer === undefined ? [] : [[answer, sentence]]
    }),
  )

/** An account's label in the list: `Oak Bank, account 5178****, opened 06/2019`. */
export const accountLabel = (
  { name, number }: DisputableItem,
  rows: readonly AccountInformation[],
): string => {
  const opened = showDate(rows.find(({ dateOpened }) => dateOpened !== null)?.dateOpened ?? null)
  return [name, ...(number === null ? [] : [number]), ...(opened === null ? [] : [`opened ${opened}`])].join(
    ', ',
  )
}
