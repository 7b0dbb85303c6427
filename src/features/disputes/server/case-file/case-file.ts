import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { readDocumentImage } from '#features/documents/server/store.ts'
import { letterEvents } from '#features/mailing/letter-status.ts'
import { findMailedPdf, type MailingProof } from '#features/mailing/server/proofs.ts'
import { sha256 } from '#platform/crypto/macs.ts'
import type { PublishedKey, SigningKey } from '#platform/crypto/signing-keys.ts'
import { encodeJson } from '#platform/personal-data-source.ts'
import { zipInOrder } from '#platform/zip.ts'
import type { PostalAddress } from '#providers/letters/port.ts'
import {
  type CaseDispute,
  type CaseItem,
  type CaseLetter,
  type CaseMailing,
  type CaseRecord,
  createPaths,
  type ManifestFile,
} from '../../case-file/case-record.ts'
import { caseIndexPage } from '../../case-file/index-page.ts'
import type { Dispute } from '../../dispute-contract.ts'
import { describeItem, describeOutcome } from '../../item-words.ts'
import { respondentLabel } from '../../recipients.ts'
import { type PrintDeps, renderLetters } from '../pdf-renderer.ts'
import { actOf, type GatheredCase, type GatheredDispute, gatherCase } from './gather.ts'

/**
 * A seal over a whole ZIP archive, as the archive's comment: one line that names the key and signs the SHA-256 of all
 * preceding bytes, so that no byte can be changed, no matter what program reads the archive
 * (docs/decisions/0061-sealed-case-file.md). `check-case-file.mjs` verifies it.
 */

const sealName = 'case-file-1'

/** All seals have the same length, because the signed bytes end with it. */
const SEAL_LENGTH = 169

/** The signed text for an archive whose bytes before the seal have this SHA-256. */
const signedText = (keyId: string, digest: string): string => `${sealName} key=${keyId} sha256=${digest}`

const sealLine = (key: SigningKey, digest: string): Buffer => {
  const signature = key.sign(signedText(key.id, digest)).toString('hex')
  return Buffer.from(`${sealName} key=${key.id} ed25519=${signature}`)
}

/** An archive without a comment ends with the comment's length in two bytes, which is 0. */
const NO_COMMENT = Buffer.alloc(2)

/** The chunks of an archive without a comment, followed by its seal. */
export async function* sealArchive(
  pieces: AsyncIterable<Uint8Array>,
  key: SigningKey,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let held: Uint8Array = Buffer.alloc(0)
  for await (const piece of pieces) {
    const all = Buffer.concat([held, piece])
    const ready = all.subarray(0, -NO_COMMENT.length)
    held = all.subarray(-NO_COMMENT.length)
    hash.update(ready)
    yield ready
  }
  if (!NO_COMMENT.equals(held)) throw new Error('what was to be sealed is no archive without a comment')
  const length = Buffer.alloc(2)
  length.writeUInt16LE(SEAL_LENGTH)
  const seal = sealLine(key, hash.update(length).digest('hex'))
  if (seal.length !== SEAL_LENGTH) throw new Error('a seal of another length')
  yield Buffer.concat([length, seal])
}

/**
 * The case file of a dispute: one sealed archive that is created while it is downloaded and not stored
 * (docs/decisions/0061-sealed-case-file.md). The same state at the same time produces the same bytes.
 */

export type CaseFileDeps = PrintDeps & {
  timeZone: string
  publicUrl: URL
  support: { name: string }
  caseFileKeys: CaseFileKeys
}

/** The sealing key, and earlier keys that stay published. */
type CaseFileKeys = { sealing: SigningKey; earlier: readonly PublishedKey[] }

/** The script that checks case files, as published and as included in each case file. */
export const checkScript = readFileSync(new URL('./check-case-file.mjs', import.meta.url), 'utf8')

/** The list of keys, with each field on a separate line, for people who verify by hand. */
export const publishedKeyList = ({ sealing, earlier }: CaseFileKeys): string => {
  const line = ({ id, publicKey }: PublishedKey, use: string) => ({
    id,
    algorithm: 'Ed25519',
    publicKey,
    use,
  })
  const others = earlier.filter(({ id }) => id !== sealing.id)
  const keys = [line(sealing, 'seals new case files'), ...others.map(key => line(key, 'sealed earlier ones'))]
  return `${JSON.stringify({ keys }, null, 2)}\n`
}

type Entry = { path: string; bytes: Uint8Array }

const digestOf = (bytes: Uint8Array): string => sha256(bytes).toString('hex')

const addressLines = (address: PostalAddress | null): string[] =>
  address === null
    ? []
    : [
        address.name,
        address.line1,
        ...(address.line2 === null ? [] : [address.line2]),
        `${address.city}, ${address.state} ${address.zip}`,
      ]

const mailingOf = (
  proof: MailingProof,
  { file, sameBytes }: Pick<CaseMailing, 'file' | 'sameBytes'>,
): CaseMailing => ({
  id: proof.mailJobId,
  service: proof.service,
  requestedAt: proof.requestedAt,
  handedOverAt: proof.handedOverAt,
  provider: proof.provider,
  providerId: proof.providerId,
  trackingUrl: proof.trackingUrl,
  expectedOn: proof.expectedOn,
  state: proof.state,
  pdfSha256: proof.pdfSha256,
  file,
  sameBytes,
  to: addressLines(proof.to),
  from: addressLines(proof.from),
  events: proof.events.map(one => ({ ...one, words: letterEvents[one.event].label })),
})

type PrintableLetter = GatheredDispute['printable']['letters'][number]

/**
 * The letter as it was sent to the mail provider, each different PDF once. Its copy is kept for a month; after that, and
 * for a letter that was never mailed, it is rendered again from the stored data.
 */
async function* letterCopies(
  deps: CaseFileDeps,
  userId: string,
  { printable }: GatheredDispute,
  letter: PrintableLetter,
  proofs: readonly MailingProof[],
): AsyncGenerator<Uint8Array> {
  const seen = new Set<string>()
  let lacks = proofs.length === 0
  for (const { mailJobId } of proofs) {
    const pdf = await findMailedPdf(deps.db, deps.keyring, mailJobId)
    if (pdf === null) lacks = true
    else if (!seen.has(digestOf(pdf))) {
      seen.add(digestOf(pdf))
      yield pdf
    }
  }
  if (!lacks) return
  const pdf = await renderLetters(deps, userId, { ...printable, letters: [letter] })
  if (!seen.has(digestOf(pdf))) yield pdf
}

/** Every file of the archive, in order; files that describe the others are last. */
async function* listFiles(
  deps: CaseFileDeps,
  userId: string,
  gathered: GatheredCase,
  now: Date,
): AsyncGenerator<Entry> {
  const { support, publicUrl, timeZone, caseFileKeys } = deps
  const service = support.name
  const manifest: ManifestFile[] = []
  const listed = (path: string, bytes: Uint8Array): Entry => {
    manifest.push({ path, bytes: bytes.length, sha256: digestOf(bytes) })
    return { path, bytes }
  }
  const pathOf = createPaths()

  const lettersOf = new Map<string, CaseLetter>()
  for (const [index, one] of gathered.disputes.entries()) {
    for (const letter of one.printable.letters) {
      const proofs = gathered.mailings.filter(({ letterId }) => letterId === letter.id)
      const {
        to: { name: to },
        date,
        mark,
      } = letter.letter
      const copies: { path: string; sha256: string }[] = []
      for await (const pdf of letterCopies(deps, userId, one, letter, proofs)) {
        const path = pathOf('letters', `${index + 1} ${to}`, 'pdf')
        copies.push({ path, sha256: digestOf(pdf) })
        yield listed(path, pdf)
      }
      lettersOf.set(letter.id, {
        id: letter.id,
        to,
        date,
        mark,
        files: copies.map(({ path }) => path),
        enclosures: one.printable.enclosed.map(({ name }) => name),
        mailings: proofs.map(proof => {
          const same = copies.find(copy => copy.sha256 === proof.pdfSha256)
          return mailingOf(proof, {
            file: (same ?? copies.at(-1))?.path ?? '',
            sameBytes: same !== undefined,
          })
        }),
      })
    }
  }

  const replies = new Map<string, string>()
  for (const reply of gathered.replies) {
    const path = pathOf('answers', reply.name, 'jpg')
    replies.set(reply.documentId, path)
    yield listed(path, await readDocumentImage(deps, userId, reply))
  }

  const itemOf = (item: Dispute['items'][number], dispute: Dispute): CaseItem => ({
    id: item.id,
    ...describeItem(item),
    explanation: item.explanation,
    answers: item.answers.map(({ bureau, outcome, on, documentId, replyDeleted }) => {
      const path = documentId === null ? null : (replies.get(documentId) ?? null)
      return {
        from: respondentLabel(bureau, dispute),
        outcome,
        words: describeOutcome(item, outcome, dispute.follows?.kind).label,
        on,
        recordedAt: (gathered.recordedAt(item.id, bureau) ?? now).toISOString(),
        file: path,
        replyDeleted: replyDeleted || (documentId !== null && path === null),
      }
    }),
    shown: gathered.rows.filter(({ itemId }) => itemId === item.id).map(({ itemId: _, ...row }) => row),
  })
  const numberOf = (id: string | undefined) => {
    const index = gathered.disputes.findIndex(({ dispute }) => dispute.id === id)
    return index < 0 ? null : index + 1
  }
  const disputeOf = ({ dispute, printable }: GatheredDispute, index: number): CaseDispute => ({
    number: index + 1,
    id: dispute.id,
    type: dispute.type,
    title: dispute.title,
    createdAt: dispute.createdAt,
    confirmedAt: printable.attestedAt.toISOString(),
    follows: numberOf(dispute.follows?.disputeId),
    items: dispute.items.map(item => itemOf(item, dispute)),
    letters: printable.letters.flatMap(({ id }) => lettersOf.get(id) ?? []),
  })
  const record: CaseRecord = {
    format: 'case-file-1',
    service,
    site: publicUrl.origin,
    keyId: caseFileKeys.sealing.id,
    person: gathered.person,
    madeAt: now.toISOString(),
    timeZone,
    bureaus: gathered.bureaus,
    disputes: gathered.disputes.map(disputeOf),
    acts: gathered.acts.map(row => actOf(row, { person: gathered.person, service })),
  }
  yield listed('case.json', encodeJson(record))
  yield listed('index.html', Buffer.from(caseIndexPage(record)))
  yield listed('check-case-file.mjs', Buffer.from(checkScript))
  yield {
    path: 'manifest.json',
    bytes: encodeJson({ format: record.format, madeAt: record.madeAt, keyId: record.keyId, files: manifest }),
  }
}

async function* beginningWith(
  first: IteratorResult<Uint8Array>,
  others: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done === true) return
  yield first.value
  yield* others
}

/**
 * The chunks of the archive. The first letter is read before they are returned, so that a failing storage or renderer can
 * still be reported as an error. Throws `not_found`, `attestation_needed` or `unavailable`.
 */
export const makeCaseFile = async (
  deps: CaseFileDeps,
  userId: string,
  disputeId: string,
  now: Date,
): Promise<{ title: string; bytes: Readable }> => {
  const gathered = await gatherCase(deps, userId, disputeId, now)
  const zip = zipInOrder(listFiles(deps, userId, gathered, now), now)
  const pieces = sealArchive(zip, deps.caseFileKeys.sealing)
  const bytes = Readable.from(beginningWith(await pieces.next(), pieces))
  // The response has begun: its broken end shows the user that it is incomplete, and the log tells the operator why.
  bytes.on('error', error => deps.log.error('a case file broke off', { error }))
  const title = gathered.disputes.find(({ dispute }) => dispute.id === disputeId)?.dispute.title ?? ''
  return { title, bytes }
}
