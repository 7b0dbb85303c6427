import { setPriority } from 'node:os'
import { encodeFrame, readFrames } from '#platform/process-frames.ts'
import { pdfLimits } from '../../readers/pdf/limits.ts'
import { openPdf } from './open-pdf.ts'

/**
 * A separate process that opens one PDF and answers with its words and shapes. The kernel ends it when the file costs too
 * much: the library occupies its only thread, so it cannot watch itself.
 */

// Requests for other routes come first.
setPriority(10)

// The first message says that everything is loaded: a later death was caused by a file.
process.stdout.write(encodeFrame([Buffer.alloc(0)]))

for await (const [bytes = Buffer.alloc(0)] of readFrames(process.stdin, 1, pdfLimits.bytes)) {
  const answer = await openPdf(Uint8Array.from(bytes))
  process.stdout.write(encodeFrame([Buffer.from(JSON.stringify(answer))]))
}
