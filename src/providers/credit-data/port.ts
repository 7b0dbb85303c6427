import type { Bureau } from '#values/bureau.ts'

/** The person to look up. Names, birth date (`YYYY-MM-DD`) and address are as the user entered them. */
export type CreditDataRequest = {
  userId: string
  profile: {
    firstName: string
    middleName: string | null
    lastName: string
    birthDate: string
    address: { street: string; city: string; state: string; postal: string }
  }
  /** Nine digits. This is the only place where the full number leaves the server. */
  ssn: string
  /** The `ref` of the identity step that the user last passed at this source; null for none. */
  passedStep: string | null
  now: Date
}

/** How much of a bureau's data may be stored, in decreasing order. */
export const storageClasses = ['document', 'facts', 'nothing'] as const
export type StorageClass = (typeof storageClasses)[number]

/**
 * What may be stored of each bureau's data. Data vendors pass on the bureaus' conditions: some permit no copy of
 * the document, some no storage of one bureau's data at all (docs/guides/credit-data.md, Storage classes).
 */
export type StoragePolicy = Readonly<Record<Bureau, StorageClass>>

/** For reports without contractual restrictions: the user's own files and the sandbox. */
export const storeEverything: StoragePolicy = {
  TransUnion: 'document',
  Experian: 'document',
  Equifax: 'document',
}

/** A one-bureau document of a multi-part response. `keep`: what the source's contract permits. */
export type DocumentPart = { bureau: Bureau; bytes: Uint8Array; keep: StorageClass }

/**
 * `document`: one report in any supported format. `parts`: one document per bureau, joined into one report.
 * `processing`: not ready, retry later. `noFile`: the bureaus have no file for this person; `message` is
 * shown to the user. `needs`: the user must pass the source's identity step first. `refused`: the bridge or
 * data provider rejects all our requests; the operator must fix it, and other pulls wait.
 */
export type PullResult =
  | { kind: 'document'; bytes: Uint8Array }
  | { kind: 'parts'; parts: readonly DocumentPart[] }
  | { kind: 'processing' }
  | { kind: 'noFile'; message: string }
  | { kind: 'needs'; step: IdentityStep }
  | { kind: 'refused' }

/** What an identity step requires: a one-time code, a quiz, or a visit to the source's own page. */
export type StepQuestion =
  | { type: 'code'; sentTo: string }
  | { type: 'quiz'; questions: readonly QuizQuestion[] }
  | { type: 'redirect'; url: string }

type QuizQuestion = { id: string; text: string; choices: readonly { id: string; text: string }[] }

/** `ref`: the source's id of the step, repeated in the answer. */
export type IdentityStep = { ref: string; expiresAt: Date; question: StepQuestion }

/** `choices`: the chosen choice of each question by id. `returned`: the user came back from the page. */
export type StepAnswer =
  | { type: 'code'; code: string }
  | { type: 'quiz'; choices: Record<string, string> }
  | { type: 'redirect' }

/**
 * `confirmed`: the source confirmed the user's identity. `needs`: another step, or the same one again after
 * a wrong answer. `failed`: this person cannot pass now; `message` is shown to the user. `refused` as for a pull.
 */
export type StepResult =
  | { kind: 'confirmed' }
  | { kind: 'needs'; step: IdentityStep }
  | { kind: 'failed'; message: string }
  | { kind: 'refused' }

/** The source's own identity step. Neither call pulls a report or costs an inquiry. */
type IdentitySteps = {
  begin: (request: CreditDataRequest) => Promise<StepResult>
  answer: (request: CreditDataRequest, ref: string, answer: StepAnswer) => Promise<StepResult>
}

export type DocumentFamily = 'xml' | 'json' | 'text'

/** The formats of credit reports, each with its syntax. */
export const documentFormats = {
  'mismo-3': 'xml',
  'mismo-2': 'xml',
  'array-json': 'json',
  'truelink-json': 'json',
  'truelink-xml': 'xml',
  'transunion-xml': 'xml',
  'transunion-tu4r': 'text',
  'experian-json': 'json',
  'equifax-json': 'json',
  'crs-json': 'json',
} as const satisfies Readonly<Record<string, DocumentFamily>>
export type DocumentFormat = keyof typeof documentFormats

/** `ordered`: the source's order number, with which the report is pulled. */
export type OrderResult =
  | { kind: 'ordered'; order: string }
  | Exclude<PullResult, { kind: 'parts' | 'needs' }>

/** A source of credit reports. Every call throws ProviderFailure, which is safe to show and names no personal data. */
export type CreditData = {
  /** A sandbox invents its people and makes no external calls. */
  sandbox: boolean
  /**
   * Places an order, for sources that bill and report each one. Called at most once per pull, unless it fails
   * with a known outcome; null for sources without orders.
   */
  order: ((request: CreditDataRequest) => Promise<OrderResult>) | null
  /** Pulls once; pulling again is safe. `order`: the number from `order`, null for sources without orders. */
  pull: (request: CreditDataRequest, order: string | null) => Promise<PullResult>
  /** Null for sources without identity steps. */
  steps: IdentitySteps | null
}

/** Shown when the bureaus found no file for these details. */
export const noFileMessage =
  'None of the three bureaus found a credit file under your name, date of birth, address and Social Security number.'
