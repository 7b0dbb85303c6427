import { isBytes, reportThreads } from '#platform/threads.ts'
import { showInstant, showLongDay } from '#values/dates.ts'
import { cancellationStatement, noticeOfCancellation } from '../contract-text.ts'
import type { SignedContractPaper, SignedDisclosurePaper } from './agreements.ts'
import type { PaperJob, PaperPart, renderPaper } from './paper-pdf.ts'

/** Signed papers as PDF. The same paper always produces the same bytes. */

const render = reportThreads.define<typeof renderPaper>(
  new URL('./paper-pdf.ts', import.meta.url),
  'renderPaper',
  isBytes,
)

type Signed = SignedDisclosurePaper | SignedContractPaper

/** Who signed what and when. */
const signatureLines = ({ signature, client, signedAt, textHash, release }: Signed): PaperPart[] => [
  { kind: 'signature', text: signature },
  {
    kind: 'facts',
    facts: [
      { label: 'Signed by', value: client.name },
      { label: 'How', value: 'By typing the name, signed in to the account' },
      { label: 'When', value: `${showInstant(signedAt.toISOString(), 'UTC')} UTC` },
      { label: 'SHA-256 of the text', value: textHash },
      { label: 'Software', value: `Release ${release}` },
    ],
  },
]

/** Splits a list into its lines; removes the marks of **bold** and links. */
const plainParts = (paragraph: string): PaperPart[] => {
  const plain = paragraph
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/\[([^[\]]*)\]\(([^()]*)\)/g, '$1 ($2)')
  return plain.startsWith('- ')
    ? plain
        .slice(2)
        .split('\n- ')
        .map(item => ({ kind: 'item', text: item.replaceAll('\n', ' ') }) as const)
    : [{ kind: 'text', text: plain }]
}

const head = (
  title: string,
  { client, signedAt }: Signed,
): Pick<PaperJob, 'title' | 'author' | 'createdAt'> => ({
  title,
  author: client.name,
  createdAt: signedAt,
})

/** The statement as it was signed, with nothing of the contract (15 U.S.C. 1679c(b), (c)(1)). */
export const disclosurePdf = (paper: SignedDisclosurePaper): Promise<Uint8Array> =>
  render({
    ...head(paper.title, paper),
    papers: [
      {
        title: paper.title,
        parts: [
          ...paper.paragraphs.map(text => ({ kind: 'text', text }) as const),
          { kind: 'text', text: paper.address.join('\n') },
          // With the signature below it (15 U.S.C. 1679c(c)(1)).
          { kind: 'bold', text: `I received this statement from ${paper.operator.name}.` },
          ...signatureLines(paper),
        ],
      },
    ],
  })

/** Two copies (15 U.S.C. 1679e(b)). */
const notices = ({ operator, cancelDay }: SignedContractPaper): PaperJob['papers'] => {
  const { heading, paragraphs } = noticeOfCancellation(operator, cancelDay)
  const notice = {
    title: heading,
    parts: [
      ...paragraphs.map(text => ({ kind: 'bold', text }) as const),
      { kind: 'blank', text: 'Date' } as const,
      { kind: 'blank', text: 'Purchaser’s signature' } as const,
    ],
  }
  return [notice, notice]
}

export const noticePdf = (paper: SignedContractPaper): Promise<Uint8Array> =>
  render({ ...head('Notice of Cancellation', paper), papers: notices(paper) })

/** The contract as it was signed (15 U.S.C. 1679d(b), 1679e(c)), and the notice of cancellation in duplicate. */
export const contractPdf = (paper: SignedContractPaper): Promise<Uint8Array> =>
  render({
    ...head(paper.title, paper),
    papers: [
      {
        title: paper.title,
        parts: [
          {
            kind: 'facts',
            facts: [
              { label: 'Date', value: showLongDay(paper.signedOn) },
              {
                label: 'Organization',
                value: [paper.operator.name, ...paper.operator.address].join('\n'),
              },
              { label: 'Client', value: [paper.client.name, ...paper.client.address].join('\n') },
              { label: 'Version of the text', value: paper.version },
            ],
          },
          ...plainParts(paper.lead),
          ...paper.sections.flatMap(({ heading, paragraphs }): PaperPart[] => [
            { kind: 'heading', text: heading },
            ...paragraphs.flatMap(plainParts),
          ]),
          { kind: 'heading', text: 'Signature' },
          { kind: 'bold', text: cancellationStatement },
          ...signatureLines(paper),
        ],
      },
      ...notices(paper),
    ],
  })

type Notice = { origin: string; support: { name: string; email: string } }
type Letter = { subject: string; text: string }

/** Sent with or without consent to notices: it is the client's own contract, and how to cancel it. */
export const signedNotice = ({ origin, support }: Notice, cancelDay: string): Letter => ({
  subject: `You signed the agreement with ${support.name}`,
  text: [
    'Hello,',
    '',
    `You signed the agreement with ${support.name}. You can cancel it without a reason until midnight of ${showLongDay(cancelDay)}. Nothing is done before that.`,
    '',
    'The signed papers and the notice of cancellation are in your documents:',
    `${origin}/documents`,
    '',
    `If this was not you, write to ${support.email}.`,
  ].join('\n'),
})

export const cancelledNotice = ({ origin, support }: Notice): Letter => ({
  subject: `Your agreement with ${support.name} is cancelled`,
  text: [
    'Hello,',
    '',
    `Your agreement with ${support.name} is cancelled, without penalty or obligation. We do nothing more under it.`,
    '',
    'The signed papers stay in your documents:',
    `${origin}/documents`,
    '',
    `If this was not you, write to ${support.email}.`,
  ].join('\n'),
})
