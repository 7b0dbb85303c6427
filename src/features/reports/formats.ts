import type { DocumentFormat } from '#providers/credit-data/port.ts'

/** The formats that people can save themselves: web pages of monitoring services, and PDFs. No provider delivers them. */
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
