import { setPriority } from 'node:os'
import { encodeFrame, readFrames } from '#platform/process-frames.ts'
import { pdfLimits } from '../../readers/pdf/limits.ts'
import { openPdf } from './open-pdf.ts'

/**
 * A separate process that opens one PDF and returns its words and shapes. The kernel ends it when the file is too
 * expensive: the library blocks its only thread, so it cannot monitor itself.
 */

// Other requests have priority.
setPriority(10)

// The first message means that everything is loaded: a later crash was caused by a file.
process.stdout.write(encodeFrame([Buffer.alloc(0)]))

for await (const [bytes = Buffer.alloc(0)] of readFrames(process.stdin, 1, pdfLimits.bytes)) {
  const answer = await openPdf(Uint8Array.from(bytes))
  process.stdout.write(encodeFrame([Buffer.from(JSON.stringify(answer))]))
}
