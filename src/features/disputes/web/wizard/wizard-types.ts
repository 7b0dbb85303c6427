import type { ShownFinding } from '#features/findings/contract.ts'
import { accountReasons, inquiryReasons } from '#features/findings/reasons.ts'
import type { Call } from '#web/call.ts'
import { client } from '#web/client.ts'
import type { Dispute, Preview } from '../../dispute-contract.ts'
import type {
  AccountDispute,
  FreezeDispute,
  InquiryDispute,
  PersonalInfoDispute,
} from '../../dispute-requests.ts'
import type { ProfileDetails } from '../../personal-entries.ts'
import { disputableAccounts } from './disputable-accounts.ts'
import { disputableInquiries } from './disputable-inquiries.ts'
import { type DisputableItem, disputableFreeze, type FullReport, freezeActions } from './disputable-item.ts'
import { disputableDetails, parseEntryKey, personalActions } from './disputable-personal.ts'
import { type Answers, type Choice, emptyChoice } from './wizard.ts'
import type { Step } from './wizard-steps.ts'

/** The data of the letters, and the user's confirmations. */
type WizardInput = Answers & { attested?: boolean; repeat?: boolean; freeReport?: boolean }

/** The types created by the four-step wizard. */
type WizardTypeName = 'account' | 'inquiry' | 'personal-info' | 'freeze'

/** A type of dispute as data: what can be chosen, the texts of the questions, and the endpoints. */
export type WizardType = {
  type: WizardTypeName
  stepNames: Readonly<Record<Step, string>>
  /** The initial state of the wizard. */
  start: Answers
  /** The disputable items; a freeze is about files, and needs no report. */
  itemsOf: (
    report: FullReport | null,
    findings: readonly ShownFinding[],
    own: ProfileDetails,
  ) => DisputableItem[]
  /** Shown if there is nothing to choose; null if that is impossible. */
  nothing: { title: string; text: string } | null
  choose: { lead: string; find: string; none: string; firstHint: string }
  why: { title: string; lead: string }
  /** What the summary page calls the items, and whether several may be chosen, so that they are counted. */
  itemsName: string
  countsItems: boolean
  preview: Call<WizardInput, Preview>
  create: Call<WizardInput, Dispute>
}

/** An endpoint that takes the wizard's answers and converts them to its request. */
const withRequest = <Body, Reply>(
  call: Call<Body, Reply>,
  bodyOf: (input: WizardInput) => Body,
): Call<WizardInput, Reply> => Object.assign((input: WizardInput) => call(bodyOf(input)), { key: call.key })

/** Fields of every dispute; a question not answered with yes is omitted. */
const about = ({ documentIds, attested, repeat }: WizardInput) => ({
  ...(documentIds.length === 0 ? {} : { documentIds: [...documentIds] }),
  ...(attested === undefined ? {} : { attested }),
  ...(repeat === true ? { repeat } : {}),
})

/** Fields of a dispute of items. */
const investigated = (input: WizardInput) => ({
  ...about(input),
  ...(input.freeReport === true ? { freeAnnualReport: true } : {}),
})

const explained = ({ text }: Choice) => (text.trim() === '' ? {} : { explanation: text.trim() })

const accountBody = (input: WizardInput): AccountDispute => ({
  items: input.choices.flatMap(choice => {
    const reason = accountReasons.find(one => one === choice.reason)
    const bureaus = [...choice.bureaus]
    const { key: accountId, correctBureau } = choice
    const right = correctBureau === null ? {} : { correctBureau }
    return reason === undefined ? [] : [{ accountId, bureaus, reason, ...right, ...explained(choice) }]
  }),
  ...investigated(input),
})

const inquiryBody = (input: WizardInput): InquiryDispute => ({
  items: input.choices.flatMap(choice => {
    const reason = inquiryReasons.find(one => one === choice.reason)
    const bureaus = [...choice.bureaus]
    return reason === undefined ? [] : [{ inquiryId: choice.key, bureaus, reason, ...explained(choice) }]
  }),
  ...investigated(input),
})

const personalBody = (input: WizardInput): PersonalInfoDispute => ({
  items: input.choices.flatMap(({ key, bureaus, reason, text }) => {
    const named = parseEntryKey(key)
    const action = personalActions.find(one => one === reason)
    if (named === null || action === undefined) return []
    const right = action === 'correct' && text.trim() !== '' ? { correctValue: text.trim() } : {}
    return [{ ...named, action, ...right, bureaus: [...bureaus] }]
  }),
  ...investigated(input),
})

const freezeBody = (input: WizardInput): FreezeDispute => {
  const { bureaus, reason, from, until } = input.choices[0] ?? emptyChoice('freeze')
  const action = freezeActions.find(one => one === reason) ?? 'place'
  const days = {
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
  }
  return { action, bureaus: [...bureaus], ...(action === 'lift' ? days : {}), ...about(input) }
}

const stepNames = { items: 'Choose items', why: 'Say why', letters: 'Check letters', send: 'Send' } as const

const onlyWrong = 'Select only what you believe is wrong or incomplete. Bureaus keep items that are accurate.'
const notWrong = 'Items here may be correct.'
const nothingYet = { choices: [], documentIds: [] }

/** The four types, each with its items, texts and endpoints. */
const wizardTypes: Readonly<Record<WizardTypeName, WizardType>> = {
  account: {
    type: 'account',
    stepNames,
    start: nothingYet,
    itemsOf: (report, findings) => (report === null ? [] : disputableAccounts(report, findings)),
    nothing: {
      title: 'No credit accounts found.',
      text: 'A dispute starts from an account in your report.',
    },
    choose: {
      lead: onlyWrong,
      find: 'Find an account',
      none: 'No account has this name.',
      firstHint: `What we found, then late payments, collections and balances on paid accounts. ${notWrong}`,
    },
    why: {
      title: 'Why is each item wrong?',
      lead: 'Your reason goes into the letter in plain words. You read every letter in the next step.',
    },
    itemsName: 'Items',
    countsItems: true,
    preview: withRequest(client.disputes.previewAccount, accountBody),
    create: withRequest(client.disputes.createAccount, accountBody),
  },
  inquiry: {
    type: 'inquiry',
    stepNames,
    start: nothingYet,
    itemsOf: (report, findings) => (report === null ? [] : disputableInquiries(report, findings)),
    nothing: {
      title: 'No credit inquiries found.',
      text: 'You can dispute hard inquiries only: those made because someone applied for credit.',
    },
    choose: {
      lead: 'Select only credit checks that you did not allow, or that are listed incorrectly. Inquiries you authorized will stay.',
      find: 'Find a company',
      none: 'No company has this name.',
      firstHint: `What we found in your report. ${notWrong}`,
    },
    why: {
      title: 'Why is each inquiry wrong?',
      lead: 'Your reason goes into the letter in plain words. You read every letter in the next step.',
    },
    itemsName: 'Inquiries',
    countsItems: true,
    preview: withRequest(client.disputes.previewInquiry, inquiryBody),
    create: withRequest(client.disputes.createInquiry, inquiryBody),
  },
  'personal-info': {
    type: 'personal-info',
    stepNames: { ...stepNames, why: 'Say what is right' },
    start: nothingYet,
    itemsOf: (report, findings, own) => (report === null ? [] : disputableDetails(report, findings, own)),
    nothing: {
      title: 'No personal information found.',
      text: 'A bureau is asked to correct or remove what your report shows of you.',
    },
    choose: {
      lead: 'Select only names, addresses and other details that are wrong, or that were never yours.',
      find: 'Find a name or address',
      none: 'Nothing in your report has these words.',
      firstHint: `What we found in your report. ${notWrong}`,
    },
    why: {
      title: 'What should change?',
      lead: 'Say what is right, or ask for it to be removed. It goes into the letter as you write it.',
    },
    itemsName: 'Details',
    countsItems: true,
    preview: withRequest(client.disputes.previewPersonalInfo, personalBody),
    create: withRequest(client.disputes.createPersonalInfo, personalBody),
  },
  freeze: {
    type: 'freeze',
    stepNames: { ...stepNames, items: 'Choose bureaus', why: 'Say what to do' },
    start: { choices: [emptyChoice('freeze')], documentIds: [] },
    itemsOf: disputableFreeze,
    nothing: null,
    choose: { lead: '', find: '', none: '', firstHint: '' },
    why: {
      title: 'What should the bureaus do?',
      lead: 'One letter goes to each bureau that you chose.',
    },
    itemsName: 'What to do',
    countsItems: false,
    preview: withRequest(client.disputes.previewFreeze, freezeBody),
    create: withRequest(client.disputes.createFreeze, freezeBody),
  },
}

/** The type named in an address; null for any other text. */
export const findWizardType = (text: string | undefined): WizardType | null =>
  Object.values(wizardTypes).find(({ type }) => type === text) ?? null
