import type { DocumentFormat } from '#providers/credit-data/port.ts'

/** The formats that users can save themselves: web pages of monitoring services, and PDFs. No provider delivers them. */
export const savedFormats = [
  'identityiq-html',
  'smartcredit-html',
  'equifax-pdf',
  'experian-pdf',
  'transunion-pdf',
  'identityiq-pdf',
  'smartcredit-pdf',
  'myfreescorenow-pdf',
] as const
export type SavedFormat = (typeof savedFormats)[number]

export type ReportFormat = DocumentFormat | SavedFormat

/** A print has the same content as its page, with the same words and numbers. */
const pageOfPrint: Partial<Record<ReportFormat, ReportFormat>> = {
  'identityiq-pdf': 'identityiq-html',
  'smartcredit-pdf': 'smartcredit-html',
}

/** Whether two formats are the same report of one service, so that its rows can be matched. */
export const isSameService = (one: ReportFormat, other: ReportFormat): boolean =>
  (pageOfPrint[one] ?? one) === (pageOfPrint[other] ?? other)

/** Display names of formats. */
export const formatNames: Readonly<Record<ReportFormat, string>> = {
  'mismo-3': 'MISMO 3 XML',
  'mismo-2': 'MISMO 2 XML',
  'array-json': 'Array JSON',
  'truelink-json': 'TrueLink JSON',
  'truelink-xml': 'TrueLink XML',
  'transunion-xml': 'TransUnion TUXML',
  'transunion-tu4r': 'TransUnion TU4R',
  'experian-json': 'Experian JSON',
  'equifax-json': 'Equifax JSON',
  'crs-json': 'CRS JSON',
  'identityiq-html': 'IdentityIQ or MyScoreIQ web page',
  'smartcredit-html': 'SmartCredit web page',
  'equifax-pdf': 'Equifax PDF from annualcreditreport.com',
  'experian-pdf': 'Experian PDF from annualcreditreport.com',
  'transunion-pdf': 'TransUnion PDF from annualcreditreport.com',
  'identityiq-pdf': 'IdentityIQ or MyScoreIQ PDF',
  'smartcredit-pdf': 'SmartCredit PDF',
  'myfreescorenow-pdf': 'MyFreeScoreNow PDF',
}

/** Whether the reader of a format has not been tested with enough real files (docs/guides/importing.md). */
export const isNewFormat = (format: ReportFormat): boolean => savedFormats.some(saved => saved === format)
