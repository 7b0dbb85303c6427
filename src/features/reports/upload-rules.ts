import { pdfLimits } from './readers/pdf/limits.ts'

/** A report file, sent to be checked or to be imported. */
export const reportUpload = {
  field: 'file',
  maxBytes: pdfLimits.bytes,
  accepts: '.pdf,.html,.htm,.mhtml,.mht,.xml,.json,.txt',
  tooLarge: 'A report file can be at most 10 MB, a PDF or a web page 20 MB.',
} as const
