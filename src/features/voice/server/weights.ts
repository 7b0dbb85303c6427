import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { z } from 'zod'
import { isQuestionKind } from '../question-kinds.ts'
import type { Weights } from '../recognition/classifier.ts'
import { BUCKETS } from '../recognition/features.ts'

export const weightsFile = new URL('./weights.br', import.meta.url)

/** The file: one line of JSON, then the bytes. `trainedOn`: the digest of the text they were computed from. */
const Header = z.object({ kinds: z.array(z.string()), step: z.number(), trainedOn: z.string() })

export const readWeights = (): Weights & { trainedOn: string } => {
  const file = brotliDecompressSync(readFileSync(weightsFile))
  const end = file.indexOf('\n')
  const { kinds, step, trainedOn } = Header.parse(JSON.parse(file.toString('utf8', 0, end)))
  const known = kinds.filter(isQuestionKind)
  const bytes = Int8Array.from(file.subarray(end + 1))
  if (known.length !== kinds.length || bytes.length !== (BUCKETS + 1) * kinds.length)
    throw new Error('weights.br does not fit the kinds of questions; npm run lab -- voice-training writes it')
  return { kinds: known, step, trainedOn, bytes }
}
