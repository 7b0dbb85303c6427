import type { ConversionAnswer, ConversionRequest } from './conversion.ts'
import { encodeJpeg, openPicture } from './pictures.ts'

/**
 * Converts one file to JPEG pictures in a worker: decoding takes seconds, and much code reads untrusted bytes. Each
 * library is loaded only for the kinds of file that need it.
 */

const convert = async (request: ConversionRequest): Promise<ConversionAnswer> => {
  const { file } = request
  if ('pages' in request) {
    const { renderPictures } = await import('./pdf-pages.ts')
    return renderPictures(new Uint8Array(await file.arrayBuffer()), request.pages)
  }
  const { kind } = request
  if (kind !== 'pdf') return { pages: [await encodeJpeg(await openPicture(file, kind))] }
  const { renderPages } = await import('./pdf-pages.ts')
  return renderPages(new Uint8Array(await file.arrayBuffer()))
}

globalThis.addEventListener('message', ({ data }: MessageEvent<{ request?: ConversionRequest }>) => {
  const { request } = data
  if (request === undefined) return
  convert(request).then(
    answer => globalThis.postMessage({ answer }),
    (error: unknown) => {
      console.warn(error)
      globalThis.postMessage({ answer: { refusal: 'unreadable' } satisfies ConversionAnswer })
    },
  )
})
