/** PDFs written object by object, for content that a library does not write. */

type Filter = '' | '/FlateDecode' | '[/FlateDecode /FlateDecode]'

export const encode = (text: string) => Buffer.from(text, 'latin1')

export const stream = (bytes: Uint8Array, filter: Filter = '', more = ''): Buffer =>
  Buffer.concat([
    encode(`<< /Length ${bytes.length} ${filter && `/Filter ${filter}`} ${more} >>\nstream\n`),
    bytes,
    encode('\nendstream'),
  ])

/** A PDF with objects in this order; the first is the catalog. */
export const pdfOf = (objects: readonly (string | Buffer)[], trailer = ''): Buffer => {
  const parts: Buffer[] = [encode('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  objects.forEach((body, index) => {
    const object = Buffer.concat([
      encode(`${index + 1} 0 obj\n`),
      typeof body === 'string' ? encode(body) : body,
      encode('\nendobj\n'),
    ])
    places.push(length)
    length += object.length
    parts.push(object)
  })
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    encode(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

export const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
export const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
export const page = (resources = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> >>`
export const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** One page with this content. */
export const pageOf = (content: Buffer, more: readonly (string | Buffer)[] = [], resources = ''): Buffer =>
  pdfOf([catalog, onePage, page(resources), content, font, ...more])
