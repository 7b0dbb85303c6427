import { z } from 'zod'
import {
  type Account,
  accountStatuses,
  accountTypes,
  payTokens,
  type Report,
} from '#features/reports/canonical.ts'
import { coveredSections, doubtKinds } from '#features/reports/coverage.ts'
import { savedFormats } from '#features/reports/formats.ts'
import { recordKinds } from '#features/reports/public-records.ts'
import { bureaus } from '#values/bureau.ts'
import { isPartialDate } from '#values/dates.ts'

/**
 * The schema of every report that a reader returns, value by value (docs/reference/report-model.md): money with two
 * decimals, dates that exist, months in order and each once, text without characters that a database cannot store.
 */

const Bureau = z.enum(bureaus)

const Text = z.string().refine(text => text.isWellFormed() && !/\p{Cc}/u.test(text), 'signs that control')
const Words = Text.nullable()
const Day = z.string().refine(isPartialDate, 'a date that does not exist').nullable()
const Month = z.string().refine(text => text.length === 7 && isPartialDate(text), 'no month')
/** At most twelve digits of dollars; a zero has no sign. */
const Money = z
  .string()
  .regex(/^(?!-0\.00)-?\d{1,13}\.\d\d$/)
  .nullable()
const Count = z.int().min(0).nullable()
const Flag = z.boolean().nullable()
const LastFour = z
  .string()
  .regex(/^\d{4}$/)
  .nullable()
const Token = z.enum(payTokens).nullable()

const place = { street: Words, city: Words, state: Words, postal: Words }
const Place = z.strictObject(place)
const ReportedPlace = z.strictObject({ ...place, reported: Day })

const History = z
  .array(z.strictObject({ date: Month, status: z.enum(payTokens) }))
  .max(84)
  .refine(
    months => months.every(({ date }, at) => at === 0 || date > (months[at - 1]?.date ?? '')),
    'months out of order',
  )

const WholeAccount: z.ZodType<Account> = z.strictObject({
  id: Text,
  bureau: Bureau,
  creditorName: Text,
  creditorNameReported: Text,
  accountNumber: Words,
  accountType: z.enum(accountTypes),
  accountTypeDetail: Words,
  industry: Words,
  subscriberCode: Words,
  responsibility: Words,
  openClosed: z.enum(['Open', 'Closed']).nullable(),
  condition: Words,
  accountStatus: z.enum(accountStatuses),
  payStatus: Token,
  worstStatus: Token,
  isDerogatory: z.boolean(),
  isCollection: z.boolean(),
  originalCreditor: Words,
  monthlyPayment: Money,
  currentBalance: Money,
  highBalance: Money,
  creditLimit: Money,
  originalAmount: Money,
  amountPastDue: Money,
  chargeOffAmount: Money,
  termLength: Count,
  dateOpened: Day,
  dateClosed: Day,
  datePaid: Day,
  dateStatus: Day,
  lastReported: Day,
  dateLastActive: Day,
  dateLastPayment: Day,
  dateChargeOff: Day,
  dateFirstDelinquency: Day,
  removalDate: Day.optional(),
  late30: Count,
  late60: Count,
  late90: Count,
  monthsReviewed: Count,
  disputed: Flag,
  remarks: z.array(z.strictObject({ code: Words, text: Text })),
  address: Place.nullable(),
  creditorPhone: Words,
  paymentHistory: History,
  valuesShared: z.boolean(),
  bureausKnown: z.boolean(),
  sourceRowId: Words,
})

const WholeScore = z.strictObject({
  bureau: Bureau,
  score: z.int().min(250).max(999),
  dateReported: Day,
  model: Words,
  family: z.enum(['FICO', 'VantageScore', 'Other']),
  factors: z.array(z.strictObject({ code: Words, text: Text })),
})

const Tally = z.int().min(0)
const Pages = z.array(z.int().min(1))
const WholeCoverage = z.strictObject({
  bureau: Bureau,
  stated: z.strictObject({ accounts: Count, inquiries: Count, publicRecords: Count }),
  read: z.strictObject({ accounts: Tally, inquiries: Tally, publicRecords: Tally }),
  sections: z.array(z.enum(coveredSections)),
  monthsUnreadable: Tally,
  pagesMissing: Pages,
  pagesDamaged: Pages,
  pagesStated: Count,
  doubts: z.array(
    z.strictObject({
      kind: z.enum(doubtKinds),
      section: z.enum(coveredSections),
      about: Words,
      count: z.int().min(1),
      place: z
        .strictObject({ page: z.int().min(1), top: z.number().min(0), bottom: z.number().min(0) })
        .nullable(),
    }),
  ),
})

/** Throws a ZodError for an invalid report. */
export const WholeReport: z.ZodType<Report> = z.strictObject({
  format: z.enum([
    'mismo-3',
    'mismo-2',
    'array-json',
    'truelink-json',
    'truelink-xml',
    'transunion-xml',
    'transunion-tu4r',
    'experian-json',
    'equifax-json',
    'crs-json',
    ...savedFormats,
  ]),
  formatVersion: Words,
  reportDate: Day,
  sourceReportId: Words,
  subject: z.strictObject({ name: Words, ssnLastFour: LastFour }),
  files: z.array(
    z.strictObject({
      bureau: Bureau,
      status: z.enum(['hit', 'noHit', 'thin', 'frozen', 'error']),
      text: Words,
    }),
  ),
  scores: z.array(WholeScore),
  otherScores: z.array(WholeScore),
  scoreExclusions: z.array(z.strictObject({ bureau: Bureau, model: Words, reason: Text })),
  accounts: z.array(WholeAccount),
  inquiries: z.array(
    z.strictObject({
      id: Text,
      company: Text,
      bureau: Bureau,
      date: Day,
      kind: z.enum(['hard', 'soft', 'unknown']),
      industry: Words,
      address: Place.nullable(),
    }),
  ),
  publicRecords: z.array(
    z.strictObject({
      id: Text,
      bureau: Bureau,
      type: Text,
      disposition: Words,
      filed: Day,
      disposed: Day,
      court: Words,
      caseNumber: Words,
      amount: Money,
      plaintiff: Words,
      responsibility: Words,
      removalDate: Day.optional(),
      kind: z.enum(recordKinds).optional(),
      petition: z.enum(['voluntary', 'involuntary']).optional(),
    }),
  ),
  personal: z.array(
    z.strictObject({
      bureau: Bureau,
      name: Words,
      aliases: z.array(Text),
      dob: Day,
      ssnLastFour: LastFour,
      currentAddress: ReportedPlace.nullable(),
      previousAddresses: z.array(ReportedPlace),
      employers: z.array(Text),
      phones: z.array(Text),
      consumerStatements: z.array(Text),
    }),
  ),
  warnings: z.array(z.strictObject({ code: Text, message: Text, bureau: Bureau.nullable() })),
  coverage: z.array(WholeCoverage).optional(),
})
