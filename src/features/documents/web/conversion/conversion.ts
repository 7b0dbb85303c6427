import { MAX_FILE_BYTES, uploadErrors, validateFile } from '../../upload-rules.ts'
// oxlint-disable-next-line import/default -- the bundler makes the export, the URL
import workerUrl from './conversion-worker.ts?worker&url'
import { type ConvertibleKind, findConvertibleKind, HEAD_BYTES } from './file-kind.ts'

/** A rendered page of a PDF, with its size in points. */
export type PagePicture = { number: number; width: number; height: number; picture: Blob }

/** The request to the worker, JPEGs of a whole file or pictures of pages, and its response. */
export type ConversionRequest = { file: File; kind: ConvertibleKind } | { file: File; pages: number[] }
export type ConversionAnswer = { pages: Blob[] } | { pictures: PagePicture[] } | { refusal: Refusal }
type Refusal = 'unreadable' | 'locked' | 'too_many_pages'

/** The only script from which the page may start a worker. */
const scripts = globalThis.trustedTypes?.createPolicy('conversion-worker', {
  createScriptURL: () => workerUrl,
})

/** Larger sources are refused before they are read. */
const MAX_BYTES = 25 * 1_024 * 1_024
/** After this long the worker is terminated; a photograph takes seconds, even without hardware decoding. */
const PATIENCE_MS = 90_000

const refusals: Readonly<Record<Refusal, string>> = {
  unreadable: 'We could not read this file. Save it as a JPEG and try again.',
  locked: 'This PDF is locked with a password. Save a copy without one and try again.',
  too_many_pages:
    'This PDF has more than 10 pages. Save the pages you need as a PDF of their own and try again.',
}

/** Sends a request to a new worker, which ends with its response, so that no file is affected by an earlier one. */
const ask = (request: ConversionRequest): Promise<ConversionAnswer> =>
  new Promise(resolve => {
    const worker = new window.Worker(scripts?.createScriptURL('') ?? workerUrl, { type: 'module' })
    const end = (answer: ConversionAnswer) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(() => end({ refusal: 'unreadable' }), PATIENCE_MS)
    worker.addEventListener('error', () => end({ refusal: 'unreadable' }))
    worker.addEventListener('message', ({ data }: MessageEvent<{ answer?: ConversionAnswer }>) => {
      // The PDF library posts its own first message on the same channel.
      if (data.answer !== undefined) end(data.answer)
    })
    worker.postMessage({ request })
  })

export type Converted = { files: File[] } | { problem: string }

/** `Scan.pdf` as `Scan.jpg`. */
const renamed = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.jpg`

/**
 * Converts a file to the JPEG that is stored, a PDF to one per page. A file that is not a picture or PDF gets the message
 * of the upload rules.
 */
export const convertToJpeg = async (file: File): Promise<Converted> => {
  const kind = findConvertibleKind(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (kind === null) return { problem: validateFile(file) ?? uploadErrors.type }
  if (file.size > MAX_BYTES)
    return { problem: 'This file is larger than 25 MB. Save it smaller and try again.' }
  const answer = await ask({ file, kind })
  if (!('pages' in answer)) return { problem: refusals['refusal' in answer ? answer.refusal : 'unreadable'] }
  const files = answer.pages.map(page => new File([page], renamed(file.name), { type: 'image/jpeg' }))
  return files.some(({ size }) => size > MAX_FILE_BYTES) ? { problem: uploadErrors.size } : { files }
}

/** Renders pages of a PDF; empty if it cannot be opened. */
export const drawPages = async (file: File, pages: number[]): Promise<PagePicture[]> => {
  const answer = await ask({ file, pages })
  return 'pictures' in answer ? answer.pictures : []
}
