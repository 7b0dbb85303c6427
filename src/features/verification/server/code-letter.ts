import { once } from 'node:events'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { showMailedCode } from '../mailed-code.ts'

/** The letter that carries a code: one page, plain, with nothing about the account but name and address. */
export type CodeLetter = {
  operatorName: string
  from: readonly string[]
  to: readonly string[]
  code: string
  /** Days formatted for the reader. */
  date: string
  validUntil: string
  /** Where the code is entered. */
  website: string
  supportEmail: string
  /** The only timestamp of the file. */
  createdAt: Date
}

const fontFile = createRequire(import.meta.url).resolve
const regular = fontFile('@expo-google-fonts/public-sans/400Regular/PublicSans_400Regular.ttf')
const bold = fontFile('@expo-google-fonts/public-sans/700Bold/PublicSans_700Bold.ttf')

/** In points. Both addresses show through the windows of a #10 envelope (docs/decisions/0006-letter-pdf.md). */
const sheet = { left: 72, width: 468, from: 58, to: 180, date: { left: 400, top: 180 }, text: 280 } as const

export const renderCodeLetter = async (letter: CodeLetter): Promise<Uint8Array> => {
  const { operatorName, from, to, code, date, validUntil, website, supportEmail, createdAt } = letter
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    lang: 'en-US',
    info: {
      Title: 'Your code',
      Author: operatorName,
      Creator: operatorName,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = once(doc, 'end')
  doc.font(regular).fontSize(9).text(from.join('\n'), sheet.left, sheet.from, { lineGap: 1 })
  doc.fontSize(10).text(to.join('\n'), sheet.left, sheet.to, { lineGap: 2 })
  doc.text(date, sheet.date.left, sheet.date.top)
  const line = { width: sheet.width, lineGap: 3, paragraphGap: 10 }
  doc.font(bold).fontSize(12).text('Your code', sheet.left, sheet.text, line)
  doc.font(regular).fontSize(11)
  doc.text(`You asked ${operatorName} for this code to confirm your address.`, line)
  doc
    .font(bold)
    .fontSize(22)
    .text(showMailedCode(code), { ...line, characterSpacing: 2 })
  doc.font(regular).fontSize(11)
  doc.text(`Sign in at ${website}, open Profile, and enter it there by ${validUntil}.`, line)
  doc.text('It has no zeros, no ones, and none of the letters I, L, O and U.', line)
  doc.text(
    `Do not give it to anyone: ${operatorName} never asks for it by phone, text or email. If you did not ask for it, write to ${supportEmail}.`,
    line,
  )
  doc.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}
