import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, lt, notExists } from 'drizzle-orm'
import { z } from 'zod'
import type { FindServiceAgreement } from '#features/identity/server/policy-facts.ts'
import { users } from '#features/identity/server/tables.ts'
import { encryptedJson, type Keyring } from '#platform/crypto/encryption.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Disposal } from '#platform/jobs/disposal.ts'
import {
  type AgreementFacts,
  agreementState,
  cancellationPeriod,
  hasChanged,
  workRefusal,
} from '../agreement-rules.ts'
import { type ContractText, contractText, type DisclosureText, disclosureText } from '../contract-text.ts'
import { serviceContracts, signedDisclosures } from './tables.ts'

/** Signed papers as stored, and the state that follows from them. */

const hashOf = (text: object): string => createHash('sha256').update(JSON.stringify(text)).digest('hex')

/** The texts in force, each with the hash of its content. */
export type TextsInForce = {
  disclosure: DisclosureText & { hash: string }
  contract: ContractText & { hash: string }
}

/** The texts that clients of this operator sign; null if it requires no agreement. */
export const agreementTextsInForce = (operator: Parameters<typeof contractText>[0]): TextsInForce | null => {
  const contract = contractText(operator)
  return (
    contract && {
      disclosure: { ...disclosureText, hash: hashOf(disclosureText) },
      contract: { ...contract, hash: hashOf(contract) },
    }
  )
}

const Texts = z.array(z.string())
const Signed = z.object({
  signature: z.string(),
  client: z.object({ name: z.string(), address: Texts }),
  operator: z.object({ name: z.string(), address: Texts }),
  /** The release of the software that recorded the signature. */
  release: z.string(),
})
const DisclosureContent = Signed.extend({ title: z.string(), paragraphs: Texts, address: Texts })
const ContractContent = Signed.extend({
  version: z.string(),
  title: z.string(),
  lead: z.string(),
  sections: z.array(z.object({ heading: z.string(), paragraphs: Texts })),
})

const disclosureContent = encryptedJson(signedDisclosures.content, DisclosureContent)
const contractContent = encryptedJson(serviceContracts.content, ContractContent)

type DisclosureRow = typeof signedDisclosures.$inferSelect
type ContractRow = typeof serviceContracts.$inferSelect
export type SignedDisclosurePaper = Omit<DisclosureRow, 'content'> & z.output<typeof DisclosureContent>
export type SignedContractPaper = Omit<ContractRow, 'content'> & z.output<typeof ContractContent>

const disclosuresOf = (db: Database, userId: string) =>
  db
    .select()
    .from(signedDisclosures)
    .where(eq(signedDisclosures.userId, userId))
    .orderBy(desc(signedDisclosures.signedAt), desc(signedDisclosures.id))

const contractsOf = (db: Database, userId: string) =>
  db
    .select()
    .from(serviceContracts)
    .where(eq(serviceContracts.userId, userId))
    .orderBy(desc(serviceContracts.signedAt), desc(serviceContracts.id))

const hashesOf = (texts: TextsInForce | null): AgreementFacts['texts'] =>
  texts && { disclosure: texts.disclosure.hash, contract: texts.contract.hash }

/** What a client signed last. */
export const findAgreementFacts = async (
  db: Database,
  userId: string,
  texts: TextsInForce | null,
): Promise<AgreementFacts & { contractId: string | null; signedAt: Date | null }> => {
  const [disclosure] = await disclosuresOf(db, userId).limit(1)
  const [contract] = await contractsOf(db, userId).limit(1)
  return {
    disclosure: disclosure ?? null,
    contract: contract ?? null,
    texts: hashesOf(texts),
    contractId: contract?.id ?? null,
    signedAt: contract?.signedAt ?? null,
  }
}

/** The agreement states of several clients, for lists of staff; empty if the operator requires none. */
export const listAgreementStates = async (
  db: Database,
  userIds: readonly string[],
  texts: TextsInForce | null,
  now: Date,
): Promise<ReadonlyMap<string, ReturnType<typeof agreementState>>> => {
  if (texts === null || userIds.length === 0) return new Map()
  const ids = [...userIds]
  const { userId, signedAt, id } = signedDisclosures
  const disclosures = await db
    .selectDistinctOn([userId])
    .from(signedDisclosures)
    .where(inArray(userId, ids))
    .orderBy(userId, desc(signedAt), desc(id))
  const contracts = await db
    .selectDistinctOn([serviceContracts.userId])
    .from(serviceContracts)
    .where(inArray(serviceContracts.userId, ids))
    .orderBy(serviceContracts.userId, desc(serviceContracts.signedAt), desc(serviceContracts.id))
  const disclosureOf = new Map(disclosures.map(row => [row.userId, row]))
  const contractOf = new Map(contracts.map(row => [row.userId, row]))
  return new Map(
    ids.map(one => {
      const [disclosure, contract] = [disclosureOf.get(one) ?? null, contractOf.get(one) ?? null]
      return [one, agreementState({ disclosure, contract, texts: hashesOf(texts) }, now)]
    }),
  )
}

/** The check before any service for a client. */
export const createFindServiceAgreement =
  (texts: TextsInForce | null): FindServiceAgreement =>
  async (db, userId, now) => {
    if (texts === null) return { refusal: null, asks: null }
    const facts = await findAgreementFacts(db, userId, texts)
    const state = agreementState(facts, now)
    const signed = state === 'in_force' ? 'signed' : state === 'cooling_off' ? 'cooling_off' : 'sign'
    return {
      refusal: workRefusal(facts, now),
      asks: hasChanged(facts) ? 'changed' : signed,
    }
  }

type Signature = {
  userId: string
  signature: string
  client: { name: string; address: string[] }
  release: string
  now: Date
}

export const saveDisclosure = async (
  tx: Database,
  { system }: Keyring,
  { disclosure: { hash, ...text }, contract: { operator } }: TextsInForce,
  { userId, now, ...signed }: Signature,
): Promise<string> => {
  const id = newId()
  const content = disclosureContent.encrypt(system, id, {
    ...signed,
    operator: { name: operator.name, address: [...operator.address] },
    title: text.title,
    paragraphs: [...text.paragraphs],
    address: [...text.address],
  })
  await tx.insert(signedDisclosures).values({ id, userId, textHash: hash, content, signedAt: now })
  return id
}

export const saveContract = async (
  tx: Database,
  keyring: Keyring,
  { contract: { hash, ...text } }: TextsInForce,
  { userId, now, state, disclosureId, ...signed }: Signature & { state: string; disclosureId: string },
): Promise<{ id: string; cancelDay: string }> => {
  const id = newId()
  const period = cancellationPeriod(now, state)
  const content = contractContent.encrypt(await keyring.cipherForUser(tx, userId), id, {
    ...signed,
    operator: { name: text.operator.name, address: [...text.operator.address] },
    version: text.version,
    title: text.title,
    lead: text.lead,
    sections: text.sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: [...paragraphs] })),
  })
  await tx
    .insert(serviceContracts)
    .values({ id, userId, disclosureId, textHash: hash, content, signedAt: now, ...period })
  return { id, cancelDay: period.cancelDay }
}

/** Ends the newest contract; `noticeSentOn` is the day of a paper notice. */
export const saveCancellation = async (
  tx: Database,
  contractId: string,
  { noticeSentOn, now }: { noticeSentOn: string | null; now: Date },
): Promise<void> => {
  await tx
    .update(serviceContracts)
    .set({ cancelledAt: now, noticeSentOn })
    .where(eq(serviceContracts.id, contractId))
}

/** Everything a client signed, newest first. */
export const listSignedPapers = async (
  db: Database,
  keyring: Keyring,
  userId: string,
): Promise<{ disclosures: SignedDisclosurePaper[]; contracts: SignedContractPaper[] }> => {
  const disclosures = (await disclosuresOf(db, userId)).map(({ content, ...row }) => ({
    ...row,
    ...disclosureContent.decrypt(keyring.system, row.id, content),
  }))
  const rows = await contractsOf(db, userId)
  if (rows.length === 0) return { disclosures, contracts: [] }
  const cipher = await keyring.cipherForUser(db, userId)
  return {
    disclosures,
    contracts: rows.map(({ content, ...row }) => ({
      ...row,
      ...contractContent.decrypt(cipher, row.id, content),
    })),
  }
}

/** Deletes statements of erased clients two years after they were signed (15 U.S.C. 1679c(c)(2)). */
export const signedDisclosureDisposal: Disposal = {
  kind: 'signedDisclosures',
  dispose: async (tx, { before, most }) => {
    const { id, signedAt, userId } = signedDisclosures
    const old = tx
      .select({ id })
      .from(signedDisclosures)
      .where(
        and(
          lt(signedAt, before),
          notExists(tx.select({ id: users.id }).from(users).where(eq(users.id, userId))),
        ),
      )
      .limit(most)
    return (await tx.delete(signedDisclosures).where(inArray(id, old)).returning({ id })).length
  },
}
