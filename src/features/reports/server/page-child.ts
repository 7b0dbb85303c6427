import { setPriority } from 'node:os'
import { encodeFrame, readFrames } from '#platform/process-frames.ts'
import { reportUpload } from '../upload-rules.ts'
import { PageQuestion } from './page-answer.ts'
import { readDocument } from './read-document.ts'

/** A separate process that reads one web page, within the kernel's limits on CPU and memory. */

// Other requests have priority.
setPriority(10)

const nothing = Buffer.alloc(0)

// The first message means that everything is loaded: a later crash was caused by a file.
process.stdout.write(encodeFrame([nothing, nothing]))

for await (const [question = nothing, bytes = nothing] of readFrames(
  process.stdin,
  2,
  reportUpload.maxBytes,
)) {
  const options = PageQuestion.parse(JSON.parse(question.toString('utf8')))
  const result = readDocument({ ...options, bytes })
  const { content, ...answer } = result.kind === 'report' ? result : { ...result, content: nothing }
  process.stdout.write(encodeFrame([Buffer.from(JSON.stringify(answer)), content]))
}
