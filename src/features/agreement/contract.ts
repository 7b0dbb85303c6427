import { z } from 'zod'
import { defineEndpoints } from '#api/endpoint.ts'
import { FieldText } from '#features/identity/contract.ts'
import { serving } from '#features/staff/contract.ts'
import { agreementStates } from './agreement-rules.ts'

const Id = z.uuid('This is not an id')

/** The input of a signature; the hash identifies the text that was shown. */
const Signature = z
  .strictObject({
    textHash: z.string().regex(/^[\da-f]{64}$/, 'This is not the hash of a text'),
    /** The name, typed by the client. */
    signature: FieldText(100),
    agreed: z.literal(true, 'Confirm that you have read it and sign it'),
  })
  .meta({ id: 'Signature' })

const Section = z.object({ heading: z.string(), paragraphs: z.array(z.string()) })

const SignedPaper = z.object({
  kind: z.enum(['disclosure', 'contract']),
  id: z.string(),
  title: z.string(),
  signedAt: z.string(),
  /** SHA-256 of the text that was signed, in hexadecimal. */
  textHash: z.string(),
})
export type SignedPaper = z.output<typeof SignedPaper>

/** The status of the agreement. */
const AgreementStatus = z.object({
  state: z.enum(agreementStates),
  /** The text of the contract has changed since it was signed; the signed one stays in force until the new one is signed. */
  changed: z.boolean(),
  /** The last day for canceling the newest contract, `YYYY-MM-DD`, and the instant at which that day ends. */
  cancelDay: z.string().nullable(),
  cancelUntil: z.string().nullable(),
  signedAt: z.string().nullable(),
  cancelledAt: z.string().nullable(),
})

export const Agreement = AgreementStatus.extend({
  /** What to sign next. */
  next: z.enum(['disclosure', 'contract']).nullable(),
  /** The texts in force; null if the operator requires no agreement. */
  texts: z
    .object({
      disclosure: z.object({
        hash: z.string(),
        title: z.string(),
        paragraphs: z.array(z.string()),
        address: z.array(z.string()),
      }),
      contract: z.object({
        hash: z.string(),
        version: z.string(),
        title: z.string(),
        lead: z.string(),
        operator: z.object({ name: z.string(), address: z.array(z.string()) }),
        sections: z.array(Section),
        /** In bold, next to the signature. */
        cancellation: z.string(),
      }),
    })
    .nullable(),
  /** What was signed, newest first. */
  papers: z.array(SignedPaper),
}).meta({ id: 'ServiceAgreement' })
export type Agreement = z.output<typeof Agreement>

/** The agreement as staff see it. */
export const ClientAgreement = AgreementStatus.extend({
  /** Whether the operator requires an agreement. */
  asked: z.boolean(),
}).meta({ id: 'ClientAgreement' })
export type ClientAgreement = z.output<typeof ClientAgreement>

const pdf = {
  method: 'GET',
  auth: 'user',
  params: z.strictObject({ paperId: Id }),
  reply: { file: 'application/pdf' },
  errors: ['not_found', 'unavailable'],
  fallback: 'Failed to download the paper',
  rateLimit: 'pdf',
  audit: 'agreement_read',
} as const

export const agreement = defineEndpoints({
  read: {
    method: 'GET',
    path: '/agreement',
    auth: 'user',
    reply: Agreement,
    fallback: 'Failed to load the agreement',
    rateLimit: 'read',
    summary:
      'The agreement on services of a credit repair organization: its texts, its state, what was signed',
  },
  signDisclosure: {
    method: 'POST',
    path: '/agreement/disclosure',
    auth: 'user',
    body: Signature,
    reply: Agreement,
    errors: ['conflict'],
    fallback: 'Failed to sign the statement',
    rateLimit: 'sensitive',
    audit: 'agreement_disclosure_signed',
    summary: 'Sign the statement of credit file rights, which comes before the contract (15 U.S.C. 1679c)',
  },
  signContract: {
    method: 'POST',
    path: '/agreement/contract',
    auth: 'user',
    body: Signature,
    reply: Agreement,
    errors: ['conflict'],
    fallback: 'Failed to sign the contract',
    rateLimit: 'sensitive',
    audit: 'agreement_signed',
    summary:
      'Sign the contract; nothing is done before the third business day has passed (15 U.S.C. 1679d(a))',
  },
  cancel: {
    method: 'POST',
    path: '/agreement/cancellation',
    auth: 'user',
    reply: Agreement,
    errors: ['conflict'],
    fallback: 'Failed to cancel the contract',
    audit: 'agreement_cancelled',
    summary: 'Cancel the contract without a reason until the last day is over (15 U.S.C. 1679e(a))',
  },
  disclosurePdf: {
    ...pdf,
    path: '/agreement/disclosures/:paperId/pdf',
    summary: 'The signed statement as PDF',
  },
  contractPdf: {
    ...pdf,
    path: '/agreement/contracts/:paperId/pdf',
    summary: 'The signed contract as PDF, with the notice of cancellation in duplicate',
  },
  noticePdf: {
    ...pdf,
    path: '/agreement/contracts/:paperId/notice/pdf',
    summary: 'The notice of cancellation in duplicate, as PDF',
  },
  ofClient: {
    method: 'GET',
    path: '/manager/clients/:clientId/agreement',
    auth: serving,
    params: z.strictObject({ clientId: Id }),
    reply: ClientAgreement,
    errors: ['not_found', 'not_own_client'],
    fallback: 'Failed to load the agreement',
    rateLimit: 'read',
    audit: 'client_page_read',
    summary: 'The status of a client’s agreement on services',
  },
  cancelOnPaper: {
    method: 'POST',
    path: '/manager/clients/:clientId/agreement/cancellation',
    auth: serving,
    params: z.strictObject({ clientId: Id }),
    body: z.strictObject({
      /** The day on which the client mailed or delivered the notice, `YYYY-MM-DD`. */
      sentOn: z.iso.date('Enter a day as YYYY-MM-DD'),
    }),
    reply: ClientAgreement,
    errors: ['not_found', 'not_own_client', 'conflict'],
    fallback: 'Failed to record the cancellation',
    rateLimit: 'staffWrite',
    audit: 'agreement_cancelled_on_paper',
    summary:
      'Record a notice of cancellation that the client mailed or delivered in time (15 U.S.C. 1679e(b))',
  },
})
