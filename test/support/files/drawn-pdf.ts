import PDFDocument from 'pdfkit'

type Doc = InstanceType<typeof PDFDocument>

/** A PDF written by our own library. */
export const drawPdf = async (
  onto: (doc: Doc) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> => {
  const doc = new PDFDocument({ size: 'LETTER', margin: 0, ...options })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise(resolve => doc.once('end', resolve))
  onto(doc)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

/** One pixel, as an image that marks a cell, or as a scan that fills a page. */
export const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
