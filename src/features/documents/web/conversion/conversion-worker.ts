import type { ConversionAnswer, ConversionRequest } from './conversion.ts'
import { encodeJpeg, openPicture } from './pictures.ts'

/**
 * Turns one file into JPEG pictures, away from the page: decoding takes seconds and much code that reads untrusted bytes.
 * The libraries are loaded by the kinds of file that need them.
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
