/** The person to look up. Names, birth date (`YYYY-MM-DD`) and address are as the person entered them. */
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
  now: Date
}

/**
 * `document`: one report in any supported format. `processing`: not ready, ask again later. `noFile`: the
 * bureaus have no file for this person; `message` is shown to the user. `refused`: the bridge or data
 * provider rejects all our requests; the operator must fix it, and other pulls wait.
 */
export type PullResult =
  | { kind: 'document'; bytes: Uint8Array }
  | { kind: 'processing' }
  | { kind: 'noFile'; message: string }
  | { kind: 'refused' }

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
} as const satisfies Readonly<Record<string, DocumentFamily>>
export type DocumentFormat = keyof typeof documentFormats

/** A source of credit reports. Pulling twice is safe: it changes nothing at the source. */
export type CreditData = {
  /** A sandbox invents its people and contacts nobody. */
  sandbox: boolean
  /** Pulls once. Throws ProviderFailure, whose message is safe to show and names no personal data. */
  pull: (request: CreditDataRequest) => Promise<PullResult>
}

/** Shown when the bureaus found no file for these details. */
export const noFileMessage =
  'None of the three bureaus found a credit file under your name, date of birth, address and Social Security number.'
