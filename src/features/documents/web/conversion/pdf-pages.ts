import { getDocument, PasswordException } from 'pdfjs-dist/build/pdf.mjs'
// The library's worker half, imported directly because this already runs in a worker.
import 'pdfjs-dist/build/pdf.worker.mjs'
import type { ConversionAnswer, PagePicture } from './conversion.ts'
import { encodeJpeg, LONGEST_SIDE } from './pictures.ts'

/** The limit of pages that a letter encloses. */
const MAX_PAGES = 10
/** About 150 dots per inch for a letter page. */
const PICTURE_SIDE = 1_650

type Size = { width: number; height: number }
type Drawing = { canvas: OffscreenCanvas | null; context: OffscreenCanvasRenderingContext2D | null }

/** Creates canvases for pages, since a worker has no document. */
class WorkerCanvases {
  create(width: number, height: number): Drawing {
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d') }
  }
  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', { alpha: false })
  }
  reset({ canvas }: Drawing, width: number, height: number) {
    Object.assign(canvas ?? {}, { width, height } satisfies Size)
  }
  destroy(drawing: Drawing) {
    this.reset(drawing, 0, 0)
    drawing.canvas = null
    drawing.context = null
  }
}

/** SVG filters also need a document; without them a soft mask is drawn plainly. */
class NoFilters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addKnockoutFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  addSelectionHCMFilter = () => 'none'
  addSelectionFilter = () => 'none'
  createSelectionStyle = () => null
  destroy = () => undefined
}

/** Where the build puts the library's fonts and decoders (vite.config.ts). */
const parts = '/assets/pdfjs/'

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>

/** Opens a PDF while it is used. Fonts are drawn as shapes, and no scripts in it are run. */
const withPdf = async (
  data: Uint8Array,
  work: (pdf: Pdf) => Promise<ConversionAnswer>,
): Promise<ConversionAnswer> => {
  const loading = getDocument({
    data,
    CanvasFactory: WorkerCanvases,
    FilterFactory: NoFilters,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: true,
    standardFontDataUrl: parts,
    wasmUrl: parts,
  })
  try {
    return await work(await loading.promise)
  } catch (error) {
    if (error instanceof PasswordException) return { refusal: 'locked' }
    throw error
  } finally {
    await loading.destroy()
  }
}

/** Draws a page with its longest side at `longest` pixels; returns it with its size in points. */
const drawPage = async (pdf: Pdf, number: number, longest: number) => {
  const page = await pdf.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: longest / Math.max(width, height) })
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const canvasContext = canvas.getContext('2d', { alpha: false })
  if (canvasContext === null) throw new Error('no canvas')
  await page.render({ canvas: null, canvasContext, viewport }).promise
  page.cleanup()
  return { canvas, width, height }
}

/** Each page of a PDF as a JPEG. */
export const renderPages = (data: Uint8Array): Promise<ConversionAnswer> =>
  withPdf(data, async pdf => {
    if (pdf.numPages > MAX_PAGES) return { refusal: 'too_many_pages' }
    const pages: Blob[] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { canvas } = await drawPage(pdf, number, LONGEST_SIDE)
      pages.push(await encodeJpeg(canvas))
    }
    return { pages }
  })

/** Renders some pages of a PDF as pictures; numbers beyond its pages are left out. */
export const renderPictures = (data: Uint8Array, numbers: readonly number[]): Promise<ConversionAnswer> =>
  withPdf(data, async pdf => {
    const pictures: PagePicture[] = []
    for (const number of numbers.filter(one => one <= pdf.numPages)) {
      const { canvas, width, height } = await drawPage(pdf, number, PICTURE_SIDE)
      pictures.push({ number, width, height, picture: await canvas.convertToBlob() })
    }
    return { pictures }
  })
