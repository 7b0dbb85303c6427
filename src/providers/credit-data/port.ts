/** Who is asked about. The names, the day of birth (`YYYY-MM-DD`) and the address are as the person gave them. */
export type CreditDataRequest = {
  userId: string
  profile: {
    firstName: string
    middleName: string | null
    lastName: string
    birthDate: string
    address: { street: string; city: string; state: string; postal: string }
  }
  /** Nine digits. It leaves the server here alone. */
  ssn: string
  now: Date
}

/**
 * `document`: one report, in any format that the readers know. `processing`: the bureaus are at it, ask again later.
 * `noFile`: they answered, and none holds a file of this person; `words` say so to the person. `refused`: whoever stands
 * between takes no request of ours at all, so that the operator must put it right and nobody else need be asked about.
 */
export type PullResult =
  | { kind: 'document'; bytes: Uint8Array }
  | { kind: 'processing' }
  | { kind: 'noFile'; words: string }
  | { kind: 'refused' }

/** The kinds of text that industry formats are written in. */
export type DocumentFamily = 'xml' | 'json' | 'text'

/** Where reports come from. Asking twice is safe: a pull changes nothing there. */
export type CreditData = {
  /** A sandbox invents its people, and asks nobody. */
  sandbox: boolean
  /** Asks once. Throws ProviderFailure, whose words are fit for a person and hold nothing about one. */
  pull: (request: CreditDataRequest) => Promise<PullResult>
}

/** What a person reads when the bureaus answered that they know nobody of these details. */
export const noFileMessage =
  'None of the three bureaus found a credit file under your name, date of birth, address and Social Security number.'
