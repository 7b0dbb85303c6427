import { AppError } from '#api/errors.ts'
import { lockUser, requireUser, type UserRecord } from '#features/identity/server/store.ts'
import type { AgentPolicy } from '#features/staff/client-access.ts'
import { requireServing } from '#features/staff/server/assignments.ts'
import { notePageRead } from '#features/staff/server/page-reads.ts'
import type { Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import type { QueueEmail } from '#platform/email.ts'
import type { EmitEvent, Handlers } from '#platform/http/handler.ts'
import { jsonExportFile, type PersonalDataSource } from '#platform/personal-data-source.ts'
import {
  agreementState,
  cancelsOnPaper,
  hasChanged,
  isOwnName,
  mayCancel,
  nextToSign,
} from '../agreement-rules.ts'
import type { Agreement, agreement, ClientAgreement } from '../contract.ts'
import { cancellationStatement } from '../contract-text.ts'
import {
  findAgreementFacts,
  listSignedPapers,
  saveCancellation,
  saveContract,
  saveDisclosure,
  type TextsInForce,
} from './agreements.ts'
import { cancelledNotice, contractPdf, disclosurePdf, noticePdf, signedNotice } from './papers.ts'

type AgreementDeps = {
  db: Database
  keyring: Keyring
  policies: AgentPolicy
  /** The texts that clients sign; null if the operator requires no agreement. */
  serviceTexts: TextsInForce | null
  /** The release of the software, recorded with a signature. */
  release: string
  queueEmail: QueueEmail
  emitEvent: EmitEvent
  publicUrl: URL
  support: { name: string; email: string }
}

type Facts = Awaited<ReturnType<typeof findAgreementFacts>>

const statusOf = (facts: Facts, now: Date): Omit<ClientAgreement, 'asked'> => ({
  state: agreementState(facts, now),
  changed: hasChanged(facts),
  cancelDay: facts.contract?.cancelDay ?? null,
  cancelUntil: facts.contract?.cancelUntil.toISOString() ?? null,
  signedAt: facts.signedAt?.toISOString() ?? null,
  cancelledAt: facts.contract?.cancelledAt?.toISOString() ?? null,
})

const partyOf = ({ profile: { firstName, lastName, address } }: UserRecord) => ({
  name: `${firstName} ${lastName}`,
  address: [address.street, `${address.city}, ${address.state} ${address.postal}`],
})

const outdated = () =>
  new AppError('conflict', { message: 'This text changed in the meantime. Read it again before you sign.' })

const signedAlready = () => new AppError('conflict', { message: 'You signed this already. Reload the page.' })

export const agreementRoutes = (deps: AgreementDeps): Handlers<typeof agreement> => {
  const { db, keyring, serviceTexts, queueEmail, emitEvent, publicUrl, support, release } = deps
  const notice = { origin: publicUrl.origin, support }

  const read = async (from: Database, userId: string, now: Date): Promise<Agreement> => {
    const facts = await findAgreementFacts(from, userId, serviceTexts)
    const { disclosures, contracts } = await listSignedPapers(from, keyring, userId)
    const papers = [
      ...contracts.map(paper => ({ kind: 'contract' as const, ...paper })),
      ...disclosures.map(paper => ({ kind: 'disclosure' as const, ...paper })),
    ].toSorted((one, other) => other.signedAt.getTime() - one.signedAt.getTime())
    return {
      ...statusOf(facts, now),
      next: nextToSign(facts),
      texts: serviceTexts && {
        disclosure: {
          hash: serviceTexts.disclosure.hash,
          title: serviceTexts.disclosure.title,
          paragraphs: [...serviceTexts.disclosure.paragraphs],
          address: [...serviceTexts.disclosure.address],
        },
        contract: {
          ...serviceTexts.contract,
          operator: {
            name: serviceTexts.contract.operator.name,
            address: [...serviceTexts.contract.operator.address],
          },
          sections: serviceTexts.contract.sections.map(({ heading, paragraphs }) => ({
            heading,
            paragraphs: [...paragraphs],
          })),
          cancellation: cancellationStatement,
        },
      },
      papers: papers.map(({ kind, id, title, signedAt, textHash }) => ({
        kind,
        id,
        title,
        signedAt: signedAt.toISOString(),
        textHash,
      })),
    }
  }

  /**
   * Returns what is about to be signed, with the client locked. Refuses a text that is no longer in force, and another
   * name.
   */
  const prepare = async (
    tx: Database,
    userId: string,
    { textHash, signature }: { textHash: string; signature: string },
    step: 'disclosure' | 'contract',
  ) => {
    await lockUser(tx, userId)
    if (serviceTexts === null)
      throw new AppError('conflict', { message: 'There is no agreement to sign here.' })
    if (serviceTexts[step].hash !== textHash) throw outdated()
    const user = await requireUser(tx, keyring, userId)
    if (!isOwnName(signature, user.profile))
      throw new AppError('invalid_request', {
        fields: { signature: 'Type your first and last name as in your account' },
      })
    const facts = await findAgreementFacts(tx, userId, serviceTexts)
    return { texts: serviceTexts, user, facts, next: nextToSign(facts) }
  }

  const findContract = async (userId: string, paperId: string) => {
    const { contracts } = await listSignedPapers(db, keyring, userId)
    const paper = contracts.find(({ id }) => id === paperId)
    if (!paper) throw new AppError('not_found')
    return paper
  }

  const confirmCancellation = async (tx: Database, user: UserRecord, now: Date) => {
    const { id: userId, profile } = user
    await queueEmail(tx, {
      userId,
      to: profile.email,
      ...cancelledNotice(notice),
      kind: 'agreement-cancelled',
    })
    await emitEvent(tx, { type: 'agreement.cancelled', clientId: userId, at: now })
  }

  return {
    read: ({ principal, now }) => read(db, principal.userId, now),

    signDisclosure: ({ principal: { userId }, body, audit, now }) =>
      db.transaction(async tx => {
        const { texts, user, next } = await prepare(tx, userId, body, 'disclosure')
        if (next !== 'disclosure') throw signedAlready()
        const { signature } = body
        const signed = { userId, signature, client: partyOf(user), release, now }
        await audit(tx, { objectId: await saveDisclosure(tx, keyring, texts, signed) })
        return read(tx, userId, now)
      }),

    signContract: ({ principal: { userId }, body, audit, now }) =>
      db.transaction(async tx => {
        const { texts, user, facts, next } = await prepare(tx, userId, body, 'contract')
        if (next === null) throw signedAlready()
        if (next === 'disclosure' || facts.disclosure === null)
          throw new AppError('conflict', {
            message: 'Sign the statement of your credit file rights first: it comes before the contract.',
          })
        const { profile } = user
        const { id, cancelDay } = await saveContract(tx, keyring, texts, {
          userId,
          signature: body.signature,
          client: partyOf(user),
          release,
          now,
          state: profile.address.state,
          disclosureId: facts.disclosure.id,
        })
        await audit(tx, { objectId: id })
        const letter = { ...signedNotice(notice, cancelDay), kind: 'agreement-signed' }
        await queueEmail(tx, { userId, to: profile.email, ...letter })
        await emitEvent(tx, { type: 'agreement.signed', clientId: userId, at: now })
        return read(tx, userId, now)
      }),

    cancel: ({ principal: { userId }, audit, now }) =>
      db.transaction(async tx => {
        await lockUser(tx, userId)
        const facts = await findAgreementFacts(tx, userId, serviceTexts)
        if (facts.contractId === null || !mayCancel(facts, now))
          throw new AppError('conflict', {
            message: `There is no agreement that can be cancelled here now. Write to ${support.email}.`,
          })
        await saveCancellation(tx, facts.contractId, { noticeSentOn: null, now })
        await audit(tx, { objectId: facts.contractId })
        await confirmCancellation(tx, await requireUser(tx, keyring, userId), now)
        return read(tx, userId, now)
      }),

    disclosurePdf: async ({ principal, params: { paperId } }) => {
      const { disclosures } = await listSignedPapers(db, keyring, principal.userId)
      const paper = disclosures.find(({ id }) => id === paperId)
      if (!paper) throw new AppError('not_found')
      return { name: 'credit-file-rights-signed.pdf', bytes: await disclosurePdf(paper) }
    },

    contractPdf: async ({ principal, params: { paperId } }) => ({
      name: 'agreement-signed.pdf',
      bytes: await contractPdf(await findContract(principal.userId, paperId)),
    }),

    noticePdf: async ({ principal, params: { paperId } }) => ({
      name: 'notice-of-cancellation.pdf',
      bytes: await noticePdf(await findContract(principal.userId, paperId)),
    }),

    ofClient: async ({ principal, params: { clientId }, audit, now }) => {
      await requireServing(deps, principal, clientId)
      const facts = await findAgreementFacts(db, clientId, serviceTexts)
      await notePageRead(db, { clientId, principal, audit, now })
      return { asked: serviceTexts !== null, ...statusOf(facts, now) }
    },

    cancelOnPaper: ({ principal, params: { clientId }, body: { sentOn }, audit, now }) =>
      db.transaction(async tx => {
        await requireServing({ ...deps, db: tx }, principal, clientId)
        await lockUser(tx, clientId)
        const facts = await findAgreementFacts(tx, clientId, serviceTexts)
        if (facts.contractId === null || !cancelsOnPaper(facts, sentOn))
          throw new AppError('conflict', {
            message:
              facts.contract === null || facts.contract.cancelledAt !== null
                ? 'There is no agreement of this client that can be cancelled.'
                : 'This agreement can be cancelled by a notice that was mailed or delivered from the day of signing to the last day.',
          })
        await saveCancellation(tx, facts.contractId, { noticeSentOn: sentOn, now })
        await audit(tx, { userId: clientId, objectId: facts.contractId })
        await confirmCancellation(tx, await requireUser(tx, keyring, clientId), now)
        const after = await findAgreementFacts(tx, clientId, serviceTexts)
        return { asked: serviceTexts !== null, ...statusOf(after, now) }
      }),
  }
}

/** Everything a user signed. Contracts are erased with the user; a signed statement stays for two years. */
export const agreementPersonalData: PersonalDataSource = {
  name: 'agreement',
  exportFiles: async (db, keyring, userId) => {
    const { disclosures, contracts } = await listSignedPapers(db, keyring, userId)
    if (disclosures.length === 0) return []
    return [
      jsonExportFile('agreement/signed.json', { disclosures, contracts }),
      ...disclosures.map(paper => ({
        path: `agreement/statement-${paper.id}.pdf`,
        bytes: () => disclosurePdf(paper),
      })),
      ...contracts.map(paper => ({
        path: `agreement/contract-${paper.id}.pdf`,
        bytes: () => contractPdf(paper),
      })),
    ]
  },
}
