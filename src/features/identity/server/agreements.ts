import { createHash } from 'node:crypto'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { ConfigError } from '#platform/config/config.ts'
import type { OperatorSettings } from '#platform/config/operator-settings.ts'
import type { OperatorText } from '#platform/config/operator-texts.ts'
import type { Database } from '#platform/db/database.ts'
import { preparePerConnection } from '#platform/db/prepared.ts'
import {
  type AgreementTextKind,
  type ConsentKind,
  type ConsentText,
  consentKinds,
  defaultConsentTexts,
} from '../consent-texts.ts'
import type { AgreementState } from '../policies.ts'
import { agreementTexts, consents } from './tables.ts'

/**
 * The consent texts in force. A text is identified by the hash of its content: a changed text is a different one, and
 * users who agreed to the previous one are asked again.
 */

type AgreementText = ConsentText & {
  hash: string
  /** From the operator's folder, not the product's own. */
  isOwn: boolean
}
export type AgreementTexts = Readonly<Record<ConsentKind, AgreementText>>

const toConsentText = ({ version, title, lead, sections }: OperatorText): ConsentText => {
  const [scope = '', withdrawing = ''] = sections.map(({ paragraphs }) => paragraphs.join(' '))
  return { version, title, text: lead, scope, withdrawing }
}

/**
 * The texts of an operator, or the product's with the operator's name. Agreeing to the terms means agreeing to the page
 * of that name.
 */
export const agreementTextsOf = (
  { name, texts }: Pick<OperatorSettings, 'name' | 'texts'>,
  terms: { version: string },
): AgreementTexts => {
  const named = (text: ConsentText): ConsentText => ({
    version: text.version,
    title: text.title.replaceAll('{name}', name),
    text: text.text.replaceAll('{name}', name),
    scope: text.scope.replaceAll('{name}', name),
    withdrawing: text.withdrawing.replaceAll('{name}', name),
  })
  const textOf = (kind: ConsentKind): AgreementText => {
    const own = texts[`consent-${kind}`]
    const text = own ? toConsentText(own) : named(defaultConsentTexts[kind])
    // What users agree to is the page, so its version is the one shown there.
    const all = kind === 'terms' ? { ...text, version: terms.version, page: terms } : text
    const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex')
    return {
      ...text,
      version: all.version,
      hash,
      isOwn: own !== undefined || (kind === 'terms' && texts.terms !== undefined),
    }
  }
  return {
    reportAccess: textOf('reportAccess'),
    sms: textOf('sms'),
    letterTexts: textOf('letterTexts'),
    email: textOf('email'),
    terms: textOf('terms'),
    staffMailing: textOf('staffMailing'),
  }
}

type TextToKeep = {
  kind: AgreementTextKind
  hash: string
  version: string
  isOwn: boolean
  content: object
  /** The operator's file that contains the text and its version. */
  file: string
}

/**
 * Stores a text in force. Refuses an operator's text that changed without a new version: its date would identify two
 * texts.
 */
export const recordAgreementText = async (
  tx: Database,
  { kind, hash, version, isOwn, content, file }: TextToKeep,
  now: Date,
): Promise<void> => {
  const { kind: kinds, version: versions, hash: hashes } = agreementTexts
  const [other] = await tx
    .select({ hash: hashes })
    .from(agreementTexts)
    .where(and(eq(kinds, kind), eq(versions, version), ne(hashes, hash)))
    .limit(1)
  if (other && isOwn)
    throw new ConfigError(
      `OPERATOR_DIR: the text of ${kind} changed and is still version ${version}; give ${file} a new one`,
    )
  await tx.insert(agreementTexts).values({ hash, kind, version, content, since: now }).onConflictDoNothing()
}

/** Stores the consent texts in force. */
export const recordAgreementTexts = (
  db: Database,
  texts: AgreementTexts,
  terms: object,
  now: Date,
): Promise<void> =>
  db.transaction(async tx => {
    for (const kind of consentKinds) {
      const { hash, version, isOwn, ...text } = texts[kind]
      const content = kind === 'terms' ? { ...text, page: terms } : text
      const file = kind === 'terms' ? 'legal/terms.md' : `legal/consent-${kind}.md`
      await recordAgreementText(tx, { kind, hash, version, isOwn, content, file }, now)
    }
  })

/** A user's newest answer to a kind of text. */
export type NewestAnswer = Pick<typeof consents.$inferSelect, 'given' | 'textHash' | 'version'>

/** Whether a row is an answer to the text in force; for rows without a hash the version decides. */
export const isAbout = (
  answer: Pick<NewestAnswer, 'textHash' | 'version'>,
  { hash, version }: AgreementText,
): boolean => (answer.textHash === null ? answer.version === version : answer.textHash === hash)

const newestTermsAnswerOf = preparePerConnection(db =>
  db
    .select({ given: consents.given, textHash: consents.textHash, version: consents.version })
    .from(consents)
    .where(and(eq(consents.userId, sql.placeholder('userId')), eq(consents.kind, 'terms')))
    .orderBy(desc(consents.at), desc(consents.id))
    .limit(1)
    .prepare('newest_terms_answer'),
)

/** A user's newest answer to the terms; null if there is none. */
export const findTermsAnswer = async (db: Database, userId: string): Promise<NewestAnswer | null> => {
  const [newest] = await newestTermsAnswerOf(db).execute({ userId })
  return newest ?? null
}

/** What a user's newest answer is about. */
export const agreementState = (newest: NewestAnswer | null, text: AgreementText): AgreementState => {
  if (!newest?.given) return 'none'
  return isAbout(newest, text) ? 'current' : 'earlier'
}

/** Every answer of a user, newest first, with its text if that was stored. */
export const listAgreements = (db: Database, userId: string) =>
  db
    .select({
      kind: consents.kind,
      given: consents.given,
      version: consents.version,
      textHash: consents.textHash,
      via: consents.via,
      at: consents.at,
      text: agreementTexts.content,
    })
    .from(consents)
    .leftJoin(agreementTexts, eq(agreementTexts.hash, consents.textHash))
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.at), desc(consents.id))
