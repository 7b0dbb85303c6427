import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { agreementRefusals } from '#api/errors.ts'
import { Bureau, Success } from '#api/schemas.ts'
import { accountStatuses, accountTypes, payTokens } from './canonical.ts'
import { coveredSections, doubtKinds } from './coverage.ts'
import { recordKinds } from './public-records.ts'
import { reportUpload } from './upload-rules.ts'

export const Warning = z.object({ code: z.string(), message: z.string() }).meta({ id: 'ReportWarning' })

const Text = z.string().nullable()

const Score = z
  .object({
    bureau: Bureau,
    score: z.number(),
    dateReported: Text,
    model: Text,
    factors: z.array(z.string()),
  })
  .meta({ id: 'Score' })

const Address = z.object({ street: Text, city: Text, state: Text, postal: Text }).meta({ id: 'Address' })

/**
 * One account as one bureau reports it, masked; rows of the same real account share `id` and `creditorName`.
 * Only these account fields leave the server (`report-view.ts`).
 */
export const ShownAccount = z
  .object({
    id: z.string(),
    creditorName: z.string(),
    creditorNameReported: z.string(),
    bureau: Bureau,
    accountNumber: Text,
    /** True if the bureau reports a different number that looks the same when masked; otherwise absent. */
    sharesMaskedNumber: z.boolean().optional(),
    accountType: z.enum(accountTypes),
    accountTypeDetail: Text,
    /** The creditor's kind of business, as reported. */
    industry: Text,
    responsibility: Text,
    accountStatus: z.enum(accountStatuses),
    openClosed: z.enum(['Open', 'Closed']).nullable(),
    /** The status in the furnisher's own words. */
    condition: Text,
    isDerogatory: z.boolean(),
    isCollection: z.boolean(),
    originalCreditor: Text,
    monthlyPayment: Text,
    dateOpened: Text,
    currentBalance: Text,
    termLength: z.number().nullable(),
    highBalance: Text,
    creditLimit: Text,
    originalAmount: Text,
    amountPastDue: Text,
    chargeOffAmount: Text,
    payStatus: z.enum(payTokens).nullable(),
    worstStatus: z.enum(payTokens).nullable(),
    paymentStatus: z.string(),
    comments: z.string(),
    disputed: z.boolean().nullable(),
    lastReported: Text,
    dateLastActive: Text,
    dateLastPayment: Text,
    dateClosed: Text,
    dateFirstDelinquency: Text,
    /** Until when the bureau itself states it will report the account; null if its document does not state it. */
    removalDate: Text,
    late30: z.number().nullable(),
    late60: z.number().nullable(),
    late90: z.number().nullable(),
    paymentHistory: z.array(z.object({ date: z.string(), status: z.enum(payTokens) })),
    address: Address.nullable(),
    creditorPhone: Text,
    valuesShared: z.boolean(),
    bureausKnown: z.boolean(),
  })
  .meta({ id: 'Account' })
export type ShownAccount = z.output<typeof ShownAccount>

const Inquiry = z
  .object({
    id: z.string(),
    company: z.string(),
    date: Text,
    bureau: Bureau,
    kind: z.enum(['hard', 'soft', 'unknown']),
    /** The company's kind of business. */
    industry: Text,
    address: Address.nullable(),
  })
  .meta({ id: 'Inquiry' })

const PublicRecord = z
  .object({
    id: z.string(),
    bureau: Bureau,
    type: z.string(),
    disposition: Text,
    filed: Text,
    disposed: Text,
    court: Text,
    caseNumber: Text,
    amount: Text,
    plaintiff: Text,
    /** Until when the bureau itself states it will report the record; null if its document does not state it. */
    removalDate: Text,
    /** Absent if the report states the kind only in words. */
    kind: z.enum(recordKinds).optional(),
    /** Who filed a bankruptcy, the person or creditors; absent if the report does not state it. */
    petition: z.enum(['voluntary', 'involuntary']).optional(),
  })
  .meta({ id: 'PublicRecord' })

const Personal = z
  .object({
    bureau: Bureau,
    name: Text,
    aliases: z.array(z.string()),
    dob: Text,
    ssn: Text,
    currentAddress: Text,
    previousAddresses: z.array(z.string()),
    /** The dates on which the bureau reports these addresses, where it states one. */
    addressDates: z.array(z.object({ address: z.string(), reported: z.string() })),
    employers: z.array(z.string()),
    phones: z.array(z.string()),
    consumerStatements: z.array(z.string()),
  })
  .meta({ id: 'PersonalInformation' })

export const FullReport = z
  .object({
    creditScores: z.array(Score),
    otherScores: z.array(Score),
    scoreExclusions: z.array(z.object({ bureau: Bureau, model: Text, reason: z.string() })),
    accountInformation: z.array(ShownAccount),
    creditInquiries: z.array(Inquiry),
    publicRecords: z.array(PublicRecord),
    personalInformation: z.array(Personal),
    fileStatuses: z.array(
      z.object({
        bureau: Bureau,
        status: z.enum(['hit', 'noHit', 'thin', 'frozen', 'error']),
        text: Text,
        /** The import or pull whose document contains the file; bureaus of one document share it. */
        reportId: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'FullReport' })
export type FullReport = z.output<typeof FullReport>

/** One bureau's share of the report: its document, its date, and until when it counts as current. */
const fileGaps = ['accounts', 'inquiries', 'publicRecords', 'paymentHistory', 'scores', 'ssn'] as const
export type FileGap = (typeof fileGaps)[number]

export const ShownPart = z
  .object({
    bureau: Bureau,
    /** The import or pull of this part; parts with the same one are from one document. */
    reportId: z.string(),
    origin: z.enum(['import', 'bureau', 'sandbox']),
    format: z.string(),
    fileName: Text,
    /** The document's own date. */
    reportDate: Text,
    receivedAt: z.string(),
    /** After this day the part is old. */
    currentUntil: z.string(),
    /** What its document cannot contain or was unreadable: data missing here may still be reported. */
    lacks: z.array(z.enum(fileGaps)),
  })
  .meta({ id: 'ReportPart' })
export type ShownPart = z.output<typeof ShownPart>

/** The number of rows of each kind; null: the document does not state it. */
const StatedCounts = z.object({
  accounts: z.number().nullable(),
  inquiries: z.number().nullable(),
  publicRecords: z.number().nullable(),
})
const ReadCounts = z.object({ accounts: z.number(), inquiries: z.number(), publicRecords: z.number() })

/** What is doubtful about an entry, and where it is in the file. */
const ReadingDoubt = z
  .object({
    kind: z.enum(doubtKinds),
    section: z.enum(coveredSections),
    /** The creditor or company as printed. */
    about: Text,
    count: z.number(),
    /** A page of a PDF, with the upper and lower edge in points from its top; null in a web page. */
    place: z.object({ page: z.number(), top: z.number(), bottom: z.number() }).nullable(),
  })
  .meta({ id: 'ReadingDoubt' })
export type ReadingDoubt = z.output<typeof ReadingDoubt>

/** What a report file states about itself and what was read of it, for one bureau. */
const BureauReading = z
  .object({
    bureau: Bureau,
    /** Whether all that can be checked agrees. */
    isComplete: z.boolean(),
    stated: StatedCounts,
    read: ReadCounts,
    /** Sections read to their end, or stated to be empty; null for a format that needs no such check. */
    sections: z.array(z.enum(coveredSections)).nullable(),
    monthsUnreadable: z.number(),
    pagesStated: z.number().nullable(),
    pagesMissing: z.array(z.number()),
    pagesDamaged: z.array(z.number()),
    doubts: z.array(ReadingDoubt),
  })
  .meta({ id: 'BureauReading' })
export type BureauReading = z.output<typeof BureauReading>

/** The user's number among the people in the fields of `which_person`. */
const PersonChoice = z
  .string()
  .regex(/^\d{1,2}$/, 'Choose one of the people')
  .optional()

const BureauDate = z.object({ bureau: Bureau, reportDate: Text })

/** What the source of credit data requires from the user before it returns a report. */
const ReportStep = z
  .object({
    id: z.uuid(),
    question: z.discriminatedUnion('type', [
      z.object({ type: z.literal('code'), sentTo: z.string() }),
      z.object({
        type: z.literal('quiz'),
        questions: z
          .array(
            z.object({
              id: z.string(),
              text: z.string(),
              choices: z.array(z.object({ id: z.string(), text: z.string() })).readonly(),
            }),
          )
          .readonly(),
      }),
      z.object({ type: z.literal('redirect'), url: z.string() }),
    ]),
    triesLeft: z.number(),
    expiresAt: z.string(),
  })
  .meta({ id: 'ReportStep' })
export type ReportStep = z.output<typeof ReportStep>

const StepChoice = z.string().min(1).max(200)

export const reports = defineEndpoints({
  reportStep: {
    method: 'GET',
    path: '/credit/report-step',
    auth: 'user',
    impersonation: 'never',
    reply: z.object({
      /** Whether the user may request the provider's identity step. */
      offered: z.boolean(),
      step: ReportStep.nullable(),
    }),
    fallback: 'Failed to load what the credit data provider asks',
    rateLimit: 'read',
    summary: 'What the credit data provider asks the user before it gives a report',
  },
  answerReportStep: {
    method: 'POST',
    path: '/credit/report-step',
    auth: 'user',
    impersonation: 'never',
    body: z.strictObject({
      /** Absent: requests the step from the provider. */
      answered: z
        .strictObject({
          id: z.uuid('This is not an id'),
          answer: z.discriminatedUnion('type', [
            z.strictObject({
              type: z.literal('code'),
              code: z.string().trim().min(1, 'Enter the code').max(20),
            }),
            z.strictObject({ type: z.literal('quiz'), choices: z.record(StepChoice, StepChoice) }),
            z.strictObject({ type: z.literal('redirect') }),
          ]),
        })
        .optional(),
    }),
    reply: z.object({
      state: z.enum(['asked', 'again', 'passed', 'failed']),
      message: z.string().nullable(),
      step: ReportStep.nullable(),
    }),
    errors: ['no_consent', 'step_not_open', 'unavailable', 'not_found'],
    fallback: 'Failed to answer the credit data provider',
    rateLimit: 'sensitive',
    idempotent: true,
    audit: 'report_step_answered',
    summary:
      'Start or answer the identity step of the credit data provider; a passed step confirms the identity',
  },
  checkFile: {
    method: 'POST',
    path: '/credit/reports/check',
    auth: 'user',
    impersonation: 'assist',
    upload: reportUpload,
    body: z.strictObject({ person: PersonChoice }),
    reply: z.object({
      /** The SHA-256 of the file; `confirmed` of the import. */
      reading: z.string(),
      format: z.string(),
      formatName: z.string(),
      /** Whether the reader is new: the numbers should be checked against the report. */
      isNew: z.boolean(),
      reportDate: Text,
      /** A partial reading is imported only once it is confirmed. */
      verdict: z.enum(['complete', 'partial']),
      bureaus: z.array(BureauReading),
      warnings: z.array(Warning),
    }),
    errors: ['unreadable_report', 'not_a_report', 'which_person', 'report_too_long', 'too_large'],
    fallback: 'Failed to check the report file',
    rateLimit: 'import',
    audit: 'report_checked',
    summary: 'Read a credit report file without storing it, and return what it states and what was read',
  },
  importFile: {
    method: 'POST',
    path: '/credit/reports/import',
    auth: 'user',
    impersonation: 'assist',
    upload: reportUpload,
    body: z.strictObject({
      person: PersonChoice,
      /** The `reading` of the check: the user accepts that not everything was read. */
      confirmed: z
        .string()
        .regex(/^[\da-f]{64}$/, 'This is not a reading')
        .optional(),
      /** The bureau whose part in the report the file should replace. */
      replaces: Bureau.optional(),
      /**
       * `reportId` of that part, which is newer: the user agrees that it is removed, in one step with the import.
       * Staff cannot agree to it.
       */
      removesNewer: z.uuid('This is not an id').optional(),
    }),
    reply: z.object({
      success: z.literal(true),
      reportId: z.string(),
      format: z.string(),
      formatName: z.string(),
      /** As in the check. */
      isNew: z.boolean(),
      reportDate: z.string().nullable(),
      bureaus: z.array(Bureau),
      accounts: z.number(),
      inquiries: z.number(),
      publicRecords: z.number(),
      warnings: z.array(Warning),
      /** The current parts of the report, and the bureaus of the plan that it lacks. */
      parts: z.array(ShownPart),
      missing: z.array(Bureau),
      /** Parts shown until now that arrived too long ago to be joined. */
      leftOut: z.array(BureauDate),
      /** Bureaus of this file whose part in the report is newer and stays. */
      newer: z.array(BureauDate),
    }),
    status: 201,
    errors: [
      'unreadable_report',
      'not_a_report',
      'which_person',
      'reading_not_confirmed',
      'report_too_long',
      'older_report',
      'not_allowed',
      'no_room_for_report',
      'too_large',
    ],
    fallback: 'Failed to import the report',
    rateLimit: 'import',
    idempotent: true,
    audit: 'report_imported',
    summary: 'Read a credit report file and show it from now on',
  },
  remove: {
    method: 'DELETE',
    path: '/credit/reports/:reportId',
    auth: 'user',
    params: z.object({ reportId: z.uuid('This is not an id') }),
    query: z.strictObject({ bureau: Bureau.optional() }),
    reply: Success,
    errors: ['not_found', 'conflict'],
    fallback: 'Failed to remove the report',
    rateLimit: 'import',
    audit: 'report_removed',
    summary: 'Remove an imported file, or the part of one bureau, from the report and its history',
  },
  pullState: {
    method: 'GET',
    path: '/credit/pull',
    auth: 'user',
    reply: z.object({
      /** Whether a pull can be retried now, after the bureaus returned no report. */
      mayTryAgain: z.boolean(),
    }),
    fallback: 'Failed to load the state of your report',
    rateLimit: 'read',
    summary: 'Whether the user can request another pull after one that failed',
  },
  pullAgain: {
    method: 'POST',
    path: '/credit/pull',
    auth: 'user',
    reply: Success,
    errors: ['no_consent', 'not_verified', 'terms_needed', 'monthly_limit', 'conflict', 'unavailable'],
    fallback: 'Failed to ask the bureaus again',
    rateLimit: 'sensitive',
    audit: 'reports_refreshed',
    summary: 'Request another pull after one that failed, once before the automatic retry a week later',
  },
  refreshAll: {
    method: 'POST',
    path: '/admin/refresh-reports',
    auth: ['admin'],
    reply: z.object({ success: z.literal(true), started: z.number() }),
    errors: ['unavailable'],
    fallback: 'Failed to refresh reports',
    rateLimit: 'refreshReports',
    audit: 'reports_refreshed',
    summary: 'Request the reports of all users who consented and are due',
  },
  refreshOne: {
    method: 'POST',
    path: '/admin/refresh-reports/:userId',
    auth: ['admin'],
    params: z.object({ userId: z.uuid('This is not an id') }),
    reply: Success,
    errors: [
      'not_found',
      'no_consent',
      'not_verified',
      'terms_needed',
      'monthly_limit',
      ...agreementRefusals,
      'conflict',
      'unavailable',
    ],
    fallback: 'Failed to refresh the report',
    rateLimit: 'refreshReport',
    audit: 'reports_refreshed',
    summary: 'Request one user’s report, unless a request is open',
  },
})
