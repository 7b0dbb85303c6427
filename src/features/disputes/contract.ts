import { z } from 'zod'
import { defineEndpoints, managerRoles } from '#api/endpoint.ts'
import { Bureau, Success } from '#api/schemas.ts'
import { WholeNumber } from '#features/staff/contract.ts'
import { AnswerLetter, AnswerLetterReading, answerLetterUpload } from './answers/answer-letter-contract.ts'
import { Complaint, Dispute, Preview } from './dispute-contract.ts'
import {
  AccountDispute,
  AgencyFreezeDispute,
  CeaseDispute,
  DirectDispute,
  Draft,
  disputeTypes,
  FollowUpDispute,
  FraudAlertDispute,
  FreezeDispute,
  GoodwillRequest,
  Id,
  InquiryDispute,
  OutcomeReport,
  OutcomeTakenBack,
  PersonalInfoDispute,
  SettlementOffer,
  TheftNotice,
  ValidationDispute,
} from './dispute-requests.ts'
import { tooLongMessage, validationMessages } from './limits.ts'

const DisputeId = z.strictObject({ disputeId: Id })
const LetterId = z.strictObject({ letterId: Id })

/** Why letters cannot be made: because of the request or the enclosures. */
const noLetters = ['not_found', 'plan_required', 'too_many_pages'] as const
const noItems = [
  'no_report',
  'item_not_reported',
  'explanation_needed',
  'contradicts_dispute',
  ...noLetters,
] as const
/** Errors of requests to a company, which dispute nothing. */
const noRequest = ['no_report', 'item_not_reported', 'explanation_needed', ...noLetters] as const
const noDetails = [...noItems, 'document_needed'] as const
const noDebtLetter = ['contradicts_dispute', ...noLetters] as const
const notMade = ['not_attested', 'repeats_dispute', 'unavailable'] as const

const DraftType = z.strictObject({ type: z.enum(disputeTypes) })

/** Fields with a default in `Draft` are optional here, so this schema has another name. */
const DraftInput = z.strictObject(Draft.shape).meta({ id: 'DraftInput' })

const DraftsWaiting = z.object({
  data: z.array(z.object({ type: z.enum(disputeTypes), items: z.number(), savedAt: z.string() })),
})

/** The letters of one dispute that the client confirmed and that have not been mailed. */
const WaitingLetters = z
  .object({
    disputeId: z.string(),
    type: z.enum(disputeTypes),
    /** Empty for a letter to a company. */
    bureaus: z.array(Bureau),
    /** When the client confirmed them. */
    since: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string(),
  })
  .meta({ id: 'WaitingLetters' })

/** Confirms that a letter is mailed although another one in the mail says the same, which `repeats_dispute` asks for. */
const confirmedRepeat = z.boolean().optional()

const SendPhysical = z.strictObject({
  /** By certified mail: the postal service tracks the letter and confirms its delivery. */
  certified: z.boolean().optional(),
  /** With certified mail: the recipient signs, and the mail provider keeps a copy of the signature. */
  returnReceipt: z.boolean().optional(),
  repeat: confirmedRepeat,
})

const MailAgain = z.strictObject({
  reason: z.string().trim().min(1, validationMessages.noMailingReason).max(500, tooLongMessage(500)),
  repeat: confirmedRepeat,
})

/** Why letters cannot be mailed. */
const notMailed = [
  'not_found',
  'attestation_needed',
  'account_cooldown',
  'no_mailing_consent',
  'terms_needed',
  'identity_needed',
  'staff_mails',
  'certified_not_offered',
  'letters_used_up',
  'repeats_dispute',
  'sandbox_letter',
  'address_needed',
  'address_undeliverable',
  'conflict',
  'unavailable',
] as const

const reading = { method: 'GET', auth: 'user', rateLimit: 'read', audit: 'dispute_read' } as const

const preview = {
  method: 'POST',
  auth: 'user',
  impersonation: 'read',
  reply: Preview,
  fallback: 'Failed to prepare the letters',
  rateLimit: 'dispute',
} as const

const creation = {
  method: 'POST',
  auth: 'user',
  impersonation: 'assist',
  reply: Dispute,
  status: 201,
  fallback: 'Failed to create the dispute',
  rateLimit: 'dispute',
  idempotent: true,
  audit: 'dispute_created',
} as const

/** A change of an existing dispute, which returns the dispute. */
const change = { auth: 'user', reply: Dispute, rateLimit: 'dispute' } as const

const draftKeeping = {
  path: '/dispute/draft/:type',
  auth: 'user',
  impersonation: 'assist',
  params: DraftType,
  rateLimit: 'draft',
} as const

const mailing = {
  method: 'POST',
  auth: 'user',
  impersonation: 'assist',
  reply: Success,
  fallback: 'Failed to send physical letters',
  rateLimit: 'mail',
  idempotent: true,
} as const

const pdf = {
  method: 'GET',
  auth: 'user',
  reply: { file: 'application/pdf' },
  errors: ['not_found', 'attestation_needed', 'unavailable'],
  fallback: 'Failed to download PDF',
  rateLimit: 'pdf',
  audit: 'letter_read',
} as const

export const disputes = defineEndpoints({
  list: {
    ...reading,
    path: '/dispute',
    reply: z.array(Dispute),
    fallback: 'Failed to fetch disputes',
    summary: 'All disputes, newest first',
  },
  one: {
    ...reading,
    path: '/dispute/:disputeId',
    params: DisputeId,
    reply: Dispute,
    errors: ['not_found'],
    fallback: 'Failed to fetch disputes',
    summary: 'One dispute',
  },
  previewAccount: {
    ...preview,
    path: '/dispute/account/preview',
    body: AccountDispute,
    errors: [...noItems],
    summary: 'The letters of an account dispute; nothing is stored',
  },
  createAccount: {
    ...creation,
    path: '/dispute/account',
    body: AccountDispute,
    errors: [...noItems, ...notMade],
    summary:
      'Dispute accounts at the bureaus that report them; what a manager creates waits for the client’s confirmation',
  },
  previewInquiry: {
    ...preview,
    path: '/dispute/inquiry/preview',
    body: InquiryDispute,
    errors: [...noItems],
    summary: 'The letters of an inquiry dispute; nothing is stored',
  },
  createInquiry: {
    ...creation,
    path: '/dispute/inquiry',
    body: InquiryDispute,
    errors: [...noItems, ...notMade],
    summary: 'Ask for inquiries to be removed by the bureaus that list them',
  },
  previewPersonalInfo: {
    ...preview,
    path: '/dispute/personal-info/preview',
    body: PersonalInfoDispute,
    errors: [...noDetails],
    summary: 'The letters of a dispute of personal information; nothing is stored',
  },
  createPersonalInfo: {
    ...creation,
    path: '/dispute/personal-info',
    body: PersonalInfoDispute,
    errors: [...noDetails, ...notMade],
    summary: 'Have names, addresses and other personal information corrected or removed',
  },
  previewFreeze: {
    ...preview,
    path: '/dispute/freeze/preview',
    body: FreezeDispute,
    errors: [...noLetters],
    summary: 'The letters of a security freeze; nothing is stored',
  },
  createFreeze: {
    ...creation,
    path: '/dispute/freeze',
    body: FreezeDispute,
    errors: [...noLetters, ...notMade],
    summary: 'Ask bureaus to place, lift or remove a security freeze; open to every plan',
  },
  previewFraudAlert: {
    ...preview,
    path: '/dispute/fraud-alert/preview',
    body: FraudAlertDispute,
    errors: [...noLetters, 'document_needed'],
    summary: 'The letter of a fraud alert; nothing is stored',
  },
  createFraudAlert: {
    ...creation,
    path: '/dispute/fraud-alert',
    body: FraudAlertDispute,
    errors: [...noLetters, 'document_needed', ...notMade],
    summary:
      'Ask one bureau for a fraud alert, which it refers to the other two; open to every plan, the extended one with an identity theft report',
  },
  previewAgencyFreeze: {
    ...preview,
    path: '/dispute/agency-freeze/preview',
    body: AgencyFreezeDispute,
    errors: [...noLetters],
    summary: 'The letter about a freeze to a specialty agency; nothing is stored',
  },
  createAgencyFreeze: {
    ...creation,
    path: '/dispute/agency-freeze',
    body: AgencyFreezeDispute,
    errors: [...noLetters, ...notMade],
    summary: 'Ask a specialty agency to place, lift or remove a freeze; open to every plan',
  },
  previewValidation: {
    ...preview,
    path: '/dispute/validation/preview',
    body: ValidationDispute,
    errors: [...noDebtLetter],
    summary: 'The letter that disputes a debt with its debt collector; nothing is stored',
  },
  createValidation: {
    ...creation,
    path: '/dispute/validation',
    body: ValidationDispute,
    errors: [...noDebtLetter, ...notMade],
    summary: 'Dispute a debt with its debt collector and ask to verify it',
  },
  previewCease: {
    ...preview,
    path: '/dispute/cease/preview',
    body: CeaseDispute,
    errors: [...noLetters],
    summary: 'The letter that asks a debt collector to stop contact; nothing is stored',
  },
  createCease: {
    ...creation,
    path: '/dispute/cease',
    body: CeaseDispute,
    errors: [...noLetters, ...notMade],
    summary: 'Ask a debt collector to stop contact about a debt, or to stop it in some ways',
  },
  previewDirect: {
    ...preview,
    path: '/dispute/direct/preview',
    body: DirectDispute,
    errors: [...noItems, 'not_by_staff'],
    summary: 'The letter of a direct dispute with the company that reports an account; nothing is stored',
  },
  createDirect: {
    ...creation,
    path: '/dispute/direct',
    body: DirectDispute,
    errors: [...noItems, ...notMade, 'not_by_staff'],
    summary:
      'Dispute an account with the company that reports it (12 CFR 1022.43); staff cannot do it for a client',
  },
  previewGoodwill: {
    ...preview,
    path: '/dispute/goodwill/preview',
    body: GoodwillRequest,
    errors: [...noRequest],
    summary: 'The letter of a goodwill request; nothing is stored',
  },
  createGoodwill: {
    ...creation,
    path: '/dispute/goodwill',
    body: GoodwillRequest,
    errors: [...noRequest, ...notMade],
    summary: 'Ask a company for a goodwill adjustment; a request, not a dispute',
  },
  previewSettlement: {
    ...preview,
    path: '/dispute/settlement/preview',
    body: SettlementOffer,
    errors: [...noRequest],
    summary: 'The letter of an offer to settle a debt; nothing is stored',
  },
  createSettlement: {
    ...creation,
    path: '/dispute/settlement',
    body: SettlementOffer,
    errors: [...noRequest, ...notMade],
    summary: 'Offer a lender or debt collector a payment that settles an account; a request, not a dispute',
  },
  previewTheftNotice: {
    ...preview,
    path: '/dispute/theft-notice/preview',
    body: TheftNotice,
    errors: [...noRequest, 'contradicts_dispute', 'document_needed'],
    summary: 'The letter that notifies a company of identity theft; nothing is stored',
  },
  createTheftNotice: {
    ...creation,
    path: '/dispute/theft-notice',
    body: TheftNotice,
    errors: [...noRequest, ...notMade, 'contradicts_dispute', 'document_needed'],
    summary:
      'Send the company that reports an account an identity theft report, so that it stops reporting it (15 U.S.C. 1681s-2(a)(6)(B))',
  },
  previewFollowUp: {
    ...preview,
    path: '/dispute/:disputeId/follow-up/preview',
    params: DisputeId,
    body: FollowUpDispute,
    errors: [...noDetails, 'step_not_open'],
    summary: 'The letters of a follow-up to an answer; nothing is stored',
  },
  createFollowUp: {
    ...creation,
    path: '/dispute/:disputeId/follow-up',
    params: DisputeId,
    body: FollowUpDispute,
    errors: [...noDetails, ...notMade, 'step_not_open'],
    summary:
      'Take one of the steps that an item shows as open after a bureau answered, as a separate dispute',
  },
  drafts: {
    ...reading,
    path: '/dispute/draft',
    reply: DraftsWaiting,
    fallback: 'Failed to load your answers',
    summary: 'The unfinished wizards, the latest first, each with its number of items',
  },
  draft: {
    ...reading,
    path: '/dispute/draft/:type',
    params: DraftType,
    reply: z.object({ draft: Draft.nullable(), savedAt: z.string().nullable() }),
    fallback: 'Failed to load your answers',
    summary: 'The answers of an unfinished wizard; null if there are none',
  },
  saveDraft: {
    ...draftKeeping,
    method: 'PUT',
    body: DraftInput,
    reply: z.object({ savedAt: z.string() }),
    fallback: 'Failed to save your answers',
    summary: 'Store the answers of a wizard, encrypted, replacing earlier ones',
  },
  dropDraft: {
    ...draftKeeping,
    method: 'DELETE',
    reply: Success,
    fallback: 'Failed to delete your answers',
    summary: 'Delete the answers of a wizard',
  },
  rewordLetter: {
    ...change,
    method: 'PATCH',
    path: '/dispute/letter/:letterId',
    params: LetterId,
    body: z.strictObject({ body: z.string().max(20_000, 'Use at most 20,000 characters') }),
    errors: ['not_found', 'already_mailed', 'too_many_pages'],
    fallback: 'Failed to change the letter',
    audit: 'letter_changed',
    summary: 'Reword the middle of a letter; addresses, identification and signature stay',
  },
  outcome: {
    ...change,
    method: 'PUT',
    path: '/dispute/:disputeId/outcome',
    impersonation: 'assist',
    params: DisputeId,
    body: OutcomeReport,
    errors: ['not_found'],
    fallback: 'Failed to save the answer',
    audit: 'outcome_noted',
    summary: 'Record a bureau’s answer on one item; a later one replaces the earlier one',
  },
  readAnswer: {
    method: 'POST',
    path: '/dispute/:disputeId/answer-letter',
    auth: 'user',
    impersonation: 'assist',
    params: DisputeId,
    upload: answerLetterUpload,
    body: AnswerLetter,
    reply: AnswerLetterReading,
    errors: ['not_found', 'attestation_needed', 'too_large', 'unsupported_type', 'unavailable'],
    fallback: 'Failed to read the letter',
    rateLimit: 'upload',
    audit: 'dispute_read',
    summary:
      'Read a bureau’s answer letter, a PDF or pictures among the documents: proposed answers with the words that state them; nothing is stored',
  },
  takeBackOutcome: {
    ...change,
    method: 'POST',
    path: '/dispute/:disputeId/outcome/take-back',
    impersonation: 'assist',
    params: DisputeId,
    body: OutcomeTakenBack,
    errors: ['not_found'],
    fallback: 'Failed to remove the answer',
    audit: 'outcome_taken_back',
    summary: 'Remove an answer that was recorded by mistake; letters made after it stay',
  },
  attest: {
    ...change,
    method: 'POST',
    path: '/dispute/:disputeId/attest',
    params: DisputeId,
    body: z.strictObject({ attested: z.boolean() }),
    errors: ['not_found', 'not_attested', 'contradicts_dispute'],
    fallback: 'Failed to confirm the letters',
    audit: 'dispute_attested',
    summary: 'Confirm that a dispute’s letters are true; only the owner of the account can',
  },
  sendPhysical: {
    ...mailing,
    path: '/dispute/:disputeId/send-physical',
    params: DisputeId,
    body: SendPhysical,
    errors: [...notMailed],
    audit: 'letters_mailed',
    summary: 'Have all letters of a dispute printed and mailed; a repeated call mails nothing more',
  },
  mailAgain: {
    ...mailing,
    path: '/dispute/letter/:letterId/mail-again',
    params: LetterId,
    body: MailAgain,
    errors: [...notMailed, 'not_come_back', 'contradicts_dispute'],
    audit: 'letter_mailed_again',
    summary: 'Mail a letter again that came back, failed, was refused or cannot be traced, with the reason',
  },
  complaint: {
    ...reading,
    path: '/dispute/:disputeId/complaint',
    params: DisputeId,
    reply: Complaint,
    errors: ['not_found'],
    fallback: 'Failed to prepare the complaint',
    audit: 'complaint_read',
    summary:
      'What a complaint to the CFPB about a dispute needs, and from which day each bureau may be complained about; the user files it',
  },
  complaintPdf: {
    ...pdf,
    path: '/dispute/:disputeId/complaint/:bureau/pdf',
    params: DisputeId.extend({ bureau: Bureau }),
    errors: ['not_found', 'step_not_open', 'unavailable'],
    audit: 'complaint_read',
    summary:
      'The summary of a complaint about one bureau with its letters, mailing records and answers in one PDF',
  },
  waitingForStaff: {
    method: 'GET',
    path: '/manager/waiting-letters',
    auth: managerRoles,
    query: z.strictObject({ after: Id.optional(), limit: WholeNumber(1, 100, 25) }),
    reply: z.object({ data: z.array(WaitingLetters), next: z.string().nullable() }),
    fallback: 'Failed to load the letters that wait',
    rateLimit: 'read',
    audit: 'clients_listed',
    summary:
      'Letters that wait for staff to mail them, the longest first, where the operator leaves mailing to staff; `next` is the `after` of the next page',
  },
  letterPdf: {
    ...pdf,
    path: '/dispute/letter/:letterId/pdf',
    params: LetterId,
    summary: 'One letter as PDF',
  },
  allLettersPdf: {
    ...pdf,
    path: '/dispute/:disputeId/letters/pdf',
    params: DisputeId,
    summary: 'All letters of a dispute in one PDF',
  },
  caseFile: {
    method: 'GET',
    path: '/dispute/:disputeId/case-file',
    auth: 'user',
    impersonation: 'never',
    params: DisputeId,
    reply: { file: 'application/zip' },
    errors: ['not_found', 'attestation_needed', 'unavailable'],
    fallback: 'Failed to create the case file',
    rateLimit: 'caseFile',
    audit: 'case_file_read',
    summary:
      'A dispute with its follow-ups as one sealed archive: letters as mailed, proofs of mailing, tracking, answers and what reports showed',
  },
  caseFileKeys: {
    method: 'GET',
    path: '/.well-known/fairfile-case-file-keys.json',
    auth: 'anyone',
    atRoot: true,
    reply: 'raw',
    rateLimit: 'read',
    summary: 'The public keys that case files are sealed with, as JSON for `check-case-file.mjs`',
  },
  caseFileCheck: {
    method: 'GET',
    path: '/check-case-file.mjs',
    auth: 'anyone',
    atRoot: true,
    reply: 'raw',
    rateLimit: 'read',
    summary: 'A script that checks case files without a server, for Node',
  },
})
