import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { documentKinds } from '#features/documents/upload-rules.ts'
import { outcomes } from '#features/findings/item-state.ts'
import { accountReasons, inquiryReasons } from '#features/findings/reasons.ts'
import { letterStatusNames } from '#features/mailing/letter-status.ts'
import { cautionCodes } from './cautions.ts'
import { ceaseItemFields, validationItemFields } from './collectors/fields.ts'
import { complaintStates } from './complaint/complaint-states.ts'
import {
  type DisputeType,
  disputeTypes,
  followUps,
  freezeActions,
  goodwillWishes,
  personalActions,
  personalFields,
  settlementReportings,
  theftAsks,
} from './dispute-requests.ts'
import { fraudAlerts } from './fraud-alert-rules.ts'
import { specialtyAgencies } from './freezes/specialty-agencies.ts'
import { directReasons } from './furnishers/direct-reasons.ts'
import { recipientKinds } from './recipients.ts'

/** Disputes, letters, previews and complaints as the API returns them. */

const Recipient = z
  .object({
    kind: z.enum(recipientKinds),
    name: z.string(),
    /** As on the envelope, from the name to city, state and ZIP code. */
    address: z.array(z.string()),
  })
  .meta({ id: 'LetterRecipient' })

export const Letter = z
  .object({
    id: z.string(),
    /** Null for a letter to a company. */
    bureau: Bureau.nullable(),
    recipient: Recipient,
    /** The whole letter as text. */
    body: z.string(),
    /** The part of `body` that the user may reword until it is mailed: from the opening to the last request. */
    editable: z.string(),
    edited: z.boolean(),
    /** A line printed on letters that must not be mailed, because the user’s report is invented. */
    mark: z.string().nullable(),
    lobStatus: z.enum(['processed', 'sent', 'delivered', 'failed']).nullable(),
    lobErrorMessage: z.string().nullable(),
    lobLetterId: z.string().nullable(),
    lobTrackingUrl: z.string().nullable(),
    lobSentAt: z.string().nullable(),
    lobExpectedDeliveryDate: z.string().nullable(),
    mailState: z.enum(letterStatusNames),
    /** Every mailing of it came back or failed; `mailState` is that of the newest. Answers of older servers lack it. */
    neverReceived: z.boolean().default(false),
    events: z.array(z.object({ event: z.string(), at: z.string() })),
    /** The deadlines that the law sets for the recipient; `dueOn` is a day, `basis` its source as text. */
    deadlines: z.array(z.object({ kind: z.string(), dueOn: z.string(), basis: z.string() })),
    next: z.object({ title: z.string(), text: z.string() }).nullable(),
  })
  .meta({ id: 'Letter' })
export type Letter = z.output<typeof Letter>

/** The answer on an item from a bureau, or from the company that was written to (null). */
const Answer = z
  .object({
    bureau: Bureau.nullable(),
    outcome: z.enum(outcomes),
    on: z.string(),
    documentId: z.string().nullable(),
    /** The bureau's reply was stored with the answer, and has been permanently deleted since. */
    replyDeleted: z.boolean(),
  })
  .meta({ id: 'Answer' })

const FollowUpStep = z
  .object({ kind: z.enum(followUps), bureaus: z.array(Bureau), title: z.string(), text: z.string() })
  .meta({ id: 'FollowUpStep' })

/** Fields of every item: its bureaus (none for a company), answers, and the lawful steps available now. */
const itemFields = {
  id: z.string(),
  bureaus: z.array(Bureau),
  explanation: z.string().nullable(),
  outcomes: z.partialRecord(Bureau, z.enum(outcomes).nullable()),
  answers: z.array(Answer),
  steps: z.array(FollowUpStep),
}

const AccountItem = z
  .object({
    ...itemFields,
    type: z.literal('account'),
    accountId: z.string(),
    creditorName: z.string(),
    reason: z.enum(accountReasons),
    /** The bureau whose value the user calls right; null if none was named. */
    correctBureau: Bureau.nullable().default(null),
    /** Whether its letters only ask to verify, because the bureaus contradict each other. */
    asksToVerify: z.boolean().default(false),
  })
  .meta({ id: 'AccountItem' })
const InquiryItem = z
  .object({
    ...itemFields,
    type: z.literal('inquiry'),
    inquiryId: z.string(),
    company: z.string(),
    reason: z.enum(inquiryReasons),
  })
  .meta({ id: 'InquiryItem' })
const PersonalInfoItem = z
  .object({
    ...itemFields,
    type: z.literal('personal-info'),
    field: z.enum(personalFields),
    reportedValue: z.string(),
    reason: z.enum(personalActions),
    correctValue: z.string().nullable(),
  })
  .meta({ id: 'PersonalInfoItem' })
const FreezeItem = z
  .object({
    ...itemFields,
    type: z.literal('freeze'),
    reason: z.enum(freezeActions),
    from: z.string().nullable(),
    until: z.string().nullable(),
  })
  .meta({ id: 'FreezeItem' })
const FraudAlertItem = z
  .object({
    ...itemFields,
    type: z.literal('fraud-alert'),
    reason: z.enum(fraudAlerts),
    /** Whether the letter states a telephone number for lenders, and whether it requests a free copy of the file. */
    givesPhone: z.boolean(),
    asksFile: z.boolean(),
  })
  .meta({ id: 'FraudAlertItem' })

const AgencyFreezeItem = z
  .object({
    ...itemFields,
    type: z.literal('agency-freeze'),
    agency: z.enum(specialtyAgencies),
    reason: z.enum(freezeActions),
    from: z.string().nullable(),
    until: z.string().nullable(),
  })
  .meta({ id: 'AgencyFreezeItem' })

export const ValidationItem = z
  .object({ ...itemFields, ...validationItemFields })
  .meta({ id: 'ValidationItem' })
export type ValidationItem = z.output<typeof ValidationItem>
export const CeaseItem = z.object({ ...itemFields, ...ceaseItemFields }).meta({ id: 'CeaseItem' })
export type CeaseItem = z.output<typeof CeaseItem>

/** Fields of every letter to the company that reports an account; `shownBy` is the bureau whose report is quoted. */
const companyItemFields = {
  ...itemFields,
  accountId: z.string(),
  creditorName: z.string(),
  company: z.string(),
  shownBy: Bureau,
}

const DirectItem = z
  .object({
    ...companyItemFields,
    type: z.literal('direct'),
    reason: z.enum(directReasons),
    /** Whether the letter only asks to verify, because the bureaus contradict each other. */
    asksToVerify: z.boolean(),
  })
  .meta({ id: 'DirectItem' })
const GoodwillItem = z
  .object({ ...companyItemFields, type: z.literal('goodwill'), reason: z.enum(goodwillWishes) })
  .meta({ id: 'GoodwillItem' })
const SettlementItem = z
  .object({
    ...companyItemFields,
    type: z.literal('settlement'),
    reason: z.enum(settlementReportings),
    amount: z.string(),
    payBy: z.string().nullable(),
  })
  .meta({ id: 'SettlementItem' })
const TheftNoticeItem = z
  .object({ ...companyItemFields, type: z.literal('theft-notice'), reason: z.enum(theftAsks) })
  .meta({ id: 'TheftNoticeItem' })

/** Adds the `type` that items stored by earlier releases lack, derived from their fields. */
export const addItemType = (item: unknown): unknown => {
  if (typeof item !== 'object' || item === null || 'type' in item) return item
  const type: DisputeType =
    'accountId' in item
      ? 'account'
      : 'inquiryId' in item
        ? 'inquiry'
        : 'field' in item
          ? 'personal-info'
          : 'asksFile' in item
            ? 'fraud-alert'
            : 'agency' in item
              ? 'agency-freeze'
              : 'freeze'
  return { ...item, type }
}

export const Item = z
  .preprocess(
    addItemType,
    z.discriminatedUnion('type', [
      AccountItem,
      InquiryItem,
      PersonalInfoItem,
      FreezeItem,
      AgencyFreezeItem,
      FraudAlertItem,
      ValidationItem,
      CeaseItem,
      DirectItem,
      GoodwillItem,
      SettlementItem,
      TheftNoticeItem,
    ]),
  )
  .meta({ id: 'DisputeItem' })
export type Item = z.output<typeof Item>

/**
 * What the user should know before confirming: `repeats_dispute` names an earlier dispute with the same claims,
 * `old_report` a report that may be out of date, `answered_since` an item that a bureau answered it changed since that
 * report, `newer_report` another report since letters were made, `answer_changed` an answer that was recorded or
 * removed since a follow-up to it was made, `no_identification` a freeze request without proof of identity, `no_support` a
 * direct dispute without supporting documents, `debt_in_bankruptcy` a request about a debt that may be discharged,
 * `denied_before` one about a debt that an earlier letter denied, or the opposite of an earlier letter that nobody
 * received, or a claim about an account that does not fit one about the inquiry before it, `asked_to_stop` a letter
 * that asks a collector for an answer after one that asked it to stop all contact, `early_pay_day` a day of payment
 * before an answer can come, `early_lift_day` a lift of a freeze before its letter can have taken effect.
 */
export const Warning = z
  .object({ code: z.enum(['repeats_dispute', ...cautionCodes]), message: z.string() })
  .meta({ id: 'DisputeWarning' })
export type Warning = z.output<typeof Warning>

export const Dispute = z
  .object({
    id: z.string(),
    type: z.enum(disputeTypes),
    title: z.string(),
    status: z.enum(['NEW', 'SENT', 'CLOSED']),
    createdAt: z.string(),
    /** True until the user confirms that what a manager prepared is true; its letters are not printed before. */
    awaitingAttestation: z.boolean(),
    /** What staff were warned of when they made it; absent if it was nothing, and once the user confirmed. */
    warnings: z.array(Warning).optional(),
    /** The same as of now; only where one dispute is read, until the user confirms it. */
    currentWarnings: z.array(Warning).optional(),
    /** Whether it followed a free annual report, after which an investigation may take 45 days. */
    freeAnnualReport: z.boolean(),
    /** The dispute whose answer this one follows up, and how; null for a first dispute. */
    follows: z.object({ disputeId: z.string(), kind: z.enum(followUps) }).nullable(),
    items: z.array(Item),
    letters: z.array(Letter),
    /** Documents whose copies are enclosed with every letter. */
    enclosures: z.array(
      z.object({ documentId: z.string(), name: z.string(), kind: z.enum(documentKinds).optional() }),
    ),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.output<typeof Dispute>

export const Preview = z
  .object({
    letters: z.array(
      z.object({
        bureau: Bureau.nullable(),
        recipient: Recipient,
        body: z.string(),
        enclosures: z.array(z.string()),
      }),
    ),
    warnings: z.array(Warning),
  })
  .meta({ id: 'LetterPreview' })
export type Preview = z.output<typeof Preview>

/** What a complaint to the Consumer Financial Protection Bureau about one bureau needs, and when it may be filed. */
const BureauComplaint = z
  .object({
    bureau: Bureau,
    state: z.enum(complaintStates),
    /** Whether it may be filed now. The user files it; the product never does. */
    available: z.boolean(),
    /** The first day, if known; `estimated` while no delivery was reported. */
    opensOn: z.string().nullable(),
    estimated: z.boolean(),
    /** When it may be filed, and why. */
    text: z.string(),
    /** What happened, and the requested resolution, to paste into the form; null before it may be filed. */
    summary: z.string().nullable(),
    resolution: z.string().nullable(),
    /** What the PDF contains besides the summary, in order. */
    enclosures: z.array(z.string()),
  })
  .meta({ id: 'BureauComplaint' })

/** One part for each bureau of the dispute; none if it disputes nothing in a credit file. */
export const Complaint = z
  .object({ disputeId: z.string(), bureaus: z.array(BureauComplaint) })
  .meta({ id: 'Complaint' })
export type Complaint = z.output<typeof Complaint>
