import { z } from 'zod'
import { Bureau } from '#api/schemas.ts'
import { outcomes } from '#features/findings/item-state.ts'
import { accountReasons, inquiryReasons, maxItems } from '#features/findings/reasons.ts'
import { bureaus } from '#values/bureau.ts'
import { ceaseFields, validationFields } from './collectors/fields.ts'
import { companyAddressProblems } from './company-address.ts'
import { fraudAlerts } from './fraud-alert-rules.ts'
import { specialtyAgencies } from './freezes/specialty-agencies.ts'
import { directReasons } from './furnishers/direct-reasons.ts'
import {
  maxCorrectionLength,
  maxDocuments,
  maxExplanationLength,
  tooLongMessage,
  validationMessages,
} from './limits.ts'

/** Request bodies: each type of dispute, a recorded answer, and a draft. */

export const Id = z.uuid('This is not an id')

export const disputeTypes = [
  'account',
  'inquiry',
  'personal-info',
  'freeze',
  'agency-freeze',
  'fraud-alert',
  'validation',
  'cease',
  'direct',
  'goodwill',
  'settlement',
  'theft-notice',
] as const
export type DisputeType = (typeof disputeTypes)[number]

const Bureaus = z.array(Bureau).min(1, validationMessages.noBureau).max(3)
const Explanation = z
  .string()
  .trim()
  .max(maxExplanationLength, tooLongMessage(maxExplanationLength))
  .optional()
const items = <One extends z.ZodType>(item: One) =>
  z.array(item).min(1, validationMessages.noItem).max(maxItems, validationMessages.tooManyItems)

/** A day as the API writes it, `YYYY-MM-DD`. */
const Day = z.iso.date('Use a date like 2026-03-31')

/** Fields of every type of dispute besides its items. */
const about = {
  /** Documents whose copies are enclosed with every letter, in this order. */
  documentIds: z.array(Id).max(maxDocuments, validationMessages.tooManyDocuments).optional(),
  title: z
    .string()
    .trim()
    .min(1)
    .max(120, tooLongMessage(120))
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'Use letters, digits and common signs only')
    .optional(),
  /**
   * The user knows that an earlier dispute made the same claims and this one adds nothing; see `warnings` of the preview.
   */
  repeat: z.boolean().optional(),
  attested: z.boolean().optional(),
}

/** Additional fields of disputes that are investigated, which a freeze is not. */
const investigated = {
  ...about,
  /**
   * The user disputes what their free annual report of AnnualCreditReport.com shows: the bureaus then have 45 days (15
   * U.S.C. 1681j(a)(3)). Default: no.
   */
  freeAnnualReport: z.boolean().optional(),
}

export const AccountDispute = z
  .strictObject({
    items: items(
      z.strictObject({
        accountId: Id,
        bureaus: Bureaus,
        reason: z.enum(accountReasons, validationMessages.noReason),
        /**
         * The bureau whose value the user calls right, if bureaus show a balance, limit, status or date differently; not
         * one of `bureaus`. Without it, letters about a difference ask each bureau to verify it.
         */
        correctBureau: Bureau.optional(),
        explanation: Explanation,
      }),
    ),
    ...investigated,
  })
  .meta({ id: 'AccountDispute' })
export type AccountDispute = z.output<typeof AccountDispute>

export const InquiryDispute = z
  .strictObject({
    items: items(
      z.strictObject({
        inquiryId: Id,
        bureaus: Bureaus,
        reason: z.enum(inquiryReasons, validationMessages.noReason),
        explanation: Explanation,
      }),
    ),
    ...investigated,
  })
  .meta({ id: 'InquiryDispute' })
export type InquiryDispute = z.output<typeof InquiryDispute>

export const personalFields = ['name', 'dob', 'ssn', 'address', 'phone', 'employer'] as const
export type PersonalField = (typeof personalFields)[number]
export const personalActions = ['correct', 'remove'] as const
export type PersonalAction = (typeof personalActions)[number]

export const PersonalInfoDispute = z
  .strictObject({
    items: items(
      z.strictObject({
        field: z.enum(personalFields),
        /** The entry exactly as shown in the report, masks included. */
        reportedValue: z.string().trim().min(1).max(300),
        action: z.enum(personalActions, 'Choose what should happen'),
        /** The right value; required with `correct`, except for the SSN: a letter states its last four digits. */
        correctValue: z
          .string()
          .trim()
          .max(maxCorrectionLength, tooLongMessage(maxCorrectionLength))
          .optional(),
        bureaus: Bureaus,
      }),
    ),
    ...investigated,
  })
  .meta({ id: 'PersonalInfoDispute' })
export type PersonalInfoDispute = z.output<typeof PersonalInfoDispute>

export const freezeActions = ['place', 'lift', 'remove'] as const
export type FreezeAction = (typeof freezeActions)[number]

export const FreezeDispute = z
  .strictObject({
    action: z.enum(freezeActions, 'Choose what the bureaus should do'),
    bureaus: Bureaus,
    /**
     * Only with `lift`: the days between which the freeze is to be lifted; without them it is lifted until placed again.
     */
    from: Day.optional(),
    until: Day.optional(),
    ...about,
  })
  .meta({ id: 'FreezeDispute' })
export type FreezeDispute = z.output<typeof FreezeDispute>

/** The address of a letter to a company: from the report, or typed by the user. */
export const CompanyAddress = z
  .strictObject({
    name: z.string().trim(),
    street: z.string().trim(),
    /** A suite or a department. */
    secondLine: z.string().trim().optional(),
    city: z.string().trim(),
    state: z.string(),
    postal: z.string().trim(),
    /** The user states that it is an address of the company. */
    confirmed: z.literal(true, validationMessages.addressNotConfirmed),
  })
  .check(({ value, issues }) => {
    const problems = companyAddressProblems({ secondLine: '', ...value })
    for (const [part, message] of Object.entries(problems))
      issues.push({ code: 'custom', path: [part], message, input: value })
  })
  .meta({ id: 'CompanyAddress' })
export type CompanyAddress = z.output<typeof CompanyAddress>

export const FraudAlertDispute = z
  .strictObject({
    alert: z.enum(fraudAlerts, 'Choose an alert'),
    /** The bureau to write to; it refers the alert to the other two. */
    bureau: z.enum(bureaus, 'Choose a bureau'),
    /** The alert shows lenders the telephone number of the user's account. Default: no. */
    givePhone: z.boolean().optional(),
    /** The letter requests a free copy of the file, which is included with a fraud alert. Default: no. */
    askFile: z.boolean().optional(),
    ...about,
  })
  .meta({ id: 'FraudAlertDispute' })
export type FraudAlertDispute = z.output<typeof FraudAlertDispute>

/** One letter to one specialty agency that accepts freezes by mail. */
export const AgencyFreezeDispute = z
  .strictObject({
    agency: z.enum(specialtyAgencies, 'Choose an agency'),
    action: z.enum(freezeActions, 'Choose what the agency should do'),
    /** Only with `lift`, as for a bureau's freeze. */
    from: Day.optional(),
    until: Day.optional(),
    ...about,
  })
  .meta({ id: 'AgencyFreezeDispute' })
export type AgencyFreezeDispute = z.output<typeof AgencyFreezeDispute>

export const ValidationDispute = z
  .strictObject({ collector: CompanyAddress, ...validationFields, explanation: Explanation, ...about })
  .meta({ id: 'ValidationDispute' })
export type ValidationDispute = z.output<typeof ValidationDispute>

export const CeaseDispute = z
  .strictObject({ collector: CompanyAddress, ...ceaseFields, explanation: Explanation, ...about })
  .meta({ id: 'CeaseDispute' })
export type CeaseDispute = z.output<typeof CeaseDispute>

/**
 * A letter to a company about an account of the current report, as shown by one bureau. In a direct dispute the
 * explanation is the basis of the dispute (12 CFR 1022.43(d)(2)).
 */
const aboutAccount = <Asked extends z.ZodRawShape>(asked: Asked) =>
  z.strictObject({
    account: z.strictObject({ accountId: Id, bureau: Bureau, ...asked, explanation: Explanation }),
    company: CompanyAddress,
    ...about,
  })

export const DirectDispute = aboutAccount({
  reason: z.enum(directReasons, validationMessages.noReason),
}).meta({ id: 'DirectDispute' })
export type DirectDispute = z.output<typeof DirectDispute>

export const goodwillWishes = ['late_payments', 'whole_account'] as const
export type GoodwillWish = (typeof goodwillWishes)[number]

export const GoodwillRequest = aboutAccount({
  wish: z.enum(goodwillWishes, 'Choose what you ask for'),
}).meta({ id: 'GoodwillRequest' })
export type GoodwillRequest = z.output<typeof GoodwillRequest>

export const settlementReportings = ['as_settled', 'deleted', 'not_asked'] as const
export type SettlementReporting = (typeof settlementReportings)[number]

export const SettlementOffer = aboutAccount({
  /** The offered amount, in dollars. */
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,7}(\.\d{2})?$/, 'Enter an amount like 500 or 500.00'),
  /** The last day on which the user would pay. */
  payBy: Day.optional(),
  reporting: z.enum(settlementReportings, 'Choose what the company should report'),
}).meta({ id: 'SettlementOffer' })
export type SettlementOffer = z.output<typeof SettlementOffer>

/**
 * What a company is asked to do with an identity theft report: to stop reporting the account, and to send its records.
 */
export const theftAsks = ['stop_reporting', 'stop_and_records'] as const
export type TheftAsk = (typeof theftAsks)[number]

export const TheftNotice = aboutAccount({
  asks: z.enum(theftAsks, 'Choose what you ask for'),
}).meta({ id: 'TheftNotice' })
export type TheftNotice = z.output<typeof TheftNotice>

export const OutcomeReport = z
  .strictObject({
    itemId: Id,
    /** The bureau that answered; null for the company that was written to. */
    bureau: Bureau.nullable(),
    outcome: z.enum(outcomes, validationMessages.noOutcome),
    /** The day of the answer, not in the future. */
    on: Day,
    /** The bureau's reply among the user's documents. */
    documentId: Id.optional(),
  })
  .meta({ id: 'OutcomeReport' })
export type OutcomeReport = z.output<typeof OutcomeReport>
export type Outcome = OutcomeReport['outcome']

/** Removes an answer that was recorded by mistake. */
export const OutcomeTakenBack = z
  .strictObject({ itemId: Id, bureau: Bureau.nullable() })
  .meta({ id: 'OutcomeTakenBack' })
export type OutcomeTakenBack = z.output<typeof OutcomeTakenBack>

/**
 * Letters that follow up an answer: how was it verified, the same item again with new evidence, the other bureaus, a
 * statement of the dispute for the file.
 */
export const followUps = [
  'method_of_verification',
  'dispute_again',
  'other_bureaus',
  'statement',
  'notify_recipients',
] as const
export type FollowUp = (typeof followUps)[number]

export const FollowUpDispute = z
  .strictObject({
    itemId: Id,
    kind: z.enum(followUps),
    bureaus: Bureaus,
    explanation: Explanation,
    ...about,
  })
  .meta({ id: 'FollowUpDispute' })
export type FollowUpDispute = z.output<typeof FollowUpDispute>

/** More than any form has. */
const maxFormAnswers = 40

/** A wizard's answers so far, stored between visits. They have no effect until a dispute is created from them. */
export const Draft = z
  .strictObject({
    step: z.string().max(20),
    items: z
      .array(
        z.strictObject({
          /** The account's or inquiry's id, `label|reported value` of personal information, or `freeze`. */
          key: z.string().max(320),
          bureaus: z.array(Bureau).max(3),
          /** A reason, or an action. */
          reason: z.string().max(40).nullable(),
          /** The bureau that is right, if bureaus differ; null if none was named. */
          correctBureau: Bureau.nullable().default(null),
          /** The explanation, or the right value. */
          text: z.string().max(maxExplanationLength),
          from: z.string().max(10).nullable(),
          until: z.string().max(10).nullable(),
        }),
      )
      .max(maxItems),
    documentIds: z.array(Id).max(maxDocuments),
    /** The answers of a form without items, by field name, for a letter to a company. */
    form: z
      .record(z.string().max(40), z.string().max(maxExplanationLength))
      .refine(form => Object.keys(form).length <= maxFormAnswers, `Keep at most ${maxFormAnswers} answers`)
      .optional(),
  })
  .meta({ id: 'Draft' })
export type Draft = z.output<typeof Draft>
