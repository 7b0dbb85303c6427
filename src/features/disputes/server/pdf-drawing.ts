import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import { readJpegHeader } from '#features/documents/jpeg.ts'
import { type Fact, type Piece, type Placed, type Style, sheet } from './letter-layout.ts'

/** Drawing on US Letter pages of a tagged PDF, shared by letters and other papers of a dispute. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes text for XML 1.0 and drops control characters and noncharacters, which it forbids or discourages. */
const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '')
    .replaceAll(/[&<>]/g, character => entities[character] ?? '')

/** PDFKit writes the title and author into the XMP packet, which is XML, without escaping them. */
class LetterDocument extends PDFDocument {
  override endMetadata(): void {
    const { info } = this
    this.info = { ...info, Title: xmlText(info.Title ?? ''), Author: xmlText(info.Author ?? '') }
    super.endMetadata()
    this.info = info
  }
}

const fontFile = createRequire(import.meta.url).resolve
const parsedFont = (file: string) => create(readFileSync(fontFile(`@expo-google-fonts/public-sans/${file}`)))

/**
 * Parsed once per thread: a document that is given the file parses it again, which takes longer than laying out its text.
 */
const fonts = {
  regular: parsedFont('400Regular/PublicSans_400Regular.ttf'),
  bold: parsedFont('700Bold/PublicSans_700Bold.ttf'),
}
export const regular = 'regular'
const bold = 'bold'

/** Untyped, because @types/pdfkit does not know this subset yet. */
const conformance: object = { subset: 'PDF/UA' }

export const black = '#111111'
const grey = '#5f6368'
const factIndent = 14
const factValue = 150

const settings: Readonly<Record<Style, { font: string; size: number; leading: number; tag: string }>> = {
  heading: { font: bold, size: 10, leading: 3, tag: 'H1' },
  subheading: { font: bold, size: 10, leading: 3, tag: 'H2' },
  paragraph: { font: regular, size: 10, leading: 2.5, tag: 'P' },
  strong: { font: bold, size: 10, leading: 2.5, tag: 'P' },
  fact: { font: regular, size: 9.5, leading: 1.5, tag: 'LI' },
  signature: { font: regular, size: 10, leading: 3, tag: 'P' },
}

export type Doc = PDFKit.PDFDocument
export type Element = PDFKit.PDFStructureElement

export const setIn = (doc: Doc, style: Style): Doc =>
  doc.font(settings[style].font).fontSize(settings[style].size)

const lineOf = ({ style }: Pick<Piece, 'style'>) => ({
  width: sheet.right - sheet.left - (style === 'fact' ? factValue : 0),
  lineGap: settings[style].leading,
})

export const heightIn =
  (doc: Doc) =>
  (piece: Piece): number =>
    setIn(doc, piece.style).heightOfString(piece.text, lineOf(piece))

/** A fact is a tagged list item: the name is its label, the value its body. */
const drawFact = (doc: Doc, list: Element, piece: Fact, y: number): void => {
  list.add(
    doc.struct('LI', {}, [
      doc.struct('Lbl', {}, () => {
        setIn(doc, 'fact')
          .fillColor(grey)
          .text(piece.label, sheet.left + factIndent, y, { lineBreak: false })
      }),
      doc.struct('LBody', {}, () => {
        setIn(doc, 'fact')
          .fillColor(black)
          .text(piece.text, sheet.left + factValue, y, lineOf(piece))
      }),
    ]),
  )
}

/** Draws the pieces of one page into a section; consecutive facts form one list. */
export const drawPieces = (doc: Doc, section: Element, placed: readonly Placed[]): void => {
  let list: Element | null = null
  for (const { piece, y } of placed) {
    if (piece.style === 'fact') {
      if (list === null) {
        list = doc.struct('L')
        section.add(list)
      }
      drawFact(doc, list, piece, y)
      continue
    }
    list?.end()
    list = null
    section.add(
      doc.struct(settings[piece.style].tag, {}, () => {
        setIn(doc, piece.style).fillColor(black).text(piece.text, sheet.left, y, lineOf(piece))
      }),
    )
  }
  list?.end()
}

/** Page furniture, marked as an artifact so that screen readers skip it. */
export const drawArtifact = (doc: Doc, text: string, y: number, align: 'left' | 'right'): void => {
  doc.markContent('Artifact', { type: 'Pagination' })
  doc.font(regular).fontSize(8.5).fillColor(grey)
  doc.text(text, sheet.left, y, { width: sheet.right - sheet.left, align })
  doc.endMarkedContent()
}

/** The sandbox mark, at the top of every page; screen readers read it once. */
export const drawMark = (doc: Doc, section: Element, mark: string, first: boolean): void => {
  if (!first) return drawArtifact(doc, mark, sheet.mark, 'right')
  section.add(
    doc.struct('P', {}, () => {
      doc.font(regular).fontSize(8.5).fillColor(grey)
      doc.text(mark, sheet.left, sheet.mark, { width: sheet.right - sheet.left, align: 'right' })
    }),
  )
}

/** A document whose copy is printed. `picture` is a JPEG, embedded byte for byte. */
export type PrintedEnclosure = { name: string; picture: Uint8Array }

/** PDFKit embeds a picture once per distinct source text, so copies of a letter share it. */
export type Picture = { name: string; source: string; width: number; height: number }

export const pictureOf = ({ name, picture }: PrintedEnclosure): Picture => {
  const size = readJpegHeader(picture)
  if (size === null) throw new Error('an enclosure is no JPEG')
  return { name, source: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`, ...size }
}

/** As large as the page allows, but never larger than at 72 dpi. */
const drawPicture = (doc: Doc, section: Element, { name, source, width, height }: Picture): void => {
  const room = { width: sheet.right - sheet.left, height: sheet.bottom - sheet.pictureTop }
  const scale = Math.min(1, room.width / width, room.height / height)
  const [right, bottom] = [sheet.left + width * scale, sheet.pictureTop + height * scale]
  const figure: object = { alt: `Copy of ${name}`, bbox: [sheet.left, sheet.pictureTop, right, bottom] }
  section.add(
    doc.struct('Figure', figure, () => {
      doc.image(source, sheet.left, sheet.pictureTop, { width: width * scale, height: height * scale })
    }),
  )
}

export const drawEnclosure = (doc: Doc, section: Element, picture: Picture, place: string): void => {
  section.add(
    doc.struct('H2', {}, () => {
      setIn(doc, 'subheading')
        .fillColor(black)
        .text(`${place}: ${picture.name}`, sheet.left, sheet.nextTop, lineOf({ style: 'subheading' }))
    }),
  )
  drawPicture(doc, section, picture)
}

type Head = { title: string; author: string; createdAt: Date }

/**
 * Writes a PDF: US Letter, real text, embedded subset fonts, tagged for screen readers (PDF/UA-1). The same drawing
 * always produces the same bytes: file id and dates derive from `createdAt`, subset names from the order of the fonts.
 */
export const writePdf = async (
  { title, author, createdAt }: Head,
  draw: (doc: Doc, root: Element) => void,
): Promise<Uint8Array> => {
  const doc = new LetterDocument({
    pdfVersion: '1.7',
    ...conformance,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    autoFirstPage: false,
    size: [sheet.width, sheet.height],
    margin: 0,
    info: { Title: title, Author: author, CreationDate: createdAt, ModDate: createdAt },
  })
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font)
  const root = doc.struct('Document')
  doc.addStructure(root)
  draw(doc, root)
  root.end()
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  doc.end()
  await once(doc, 'end')
  return Buffer.concat(chunks)
}
