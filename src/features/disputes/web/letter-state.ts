import type { Letter } from '../contract.ts'

export type MailState = 'not_mailed' | 'pending' | 'in_transit' | 'delivered' | 'failed'

type Mailed = Pick<Letter, 'lobStatus' | 'lobErrorMessage' | 'lobLetterId'>

/**
 * Where a letter is, from what the mail provider said (specification section 4): an error message or failed
 * means failed; sent and processed mean in transit; a provider id with no status means pending.
 */
export const mailStateOf = (letter: Mailed): MailState => {
  if (letter.lobErrorMessage || letter.lobStatus === 'failed') return 'failed'
  if (letter.lobStatus === 'delivered') return 'delivered'
  if (letter.lobStatus !== null) return 'in_transit'
  return letter.lobLetterId === null ? 'not_mailed' : 'pending'
}

/** How many letters still wait for somebody to mail them. */
export const lettersToMail = (letters: readonly Mailed[]): number =>
  letters.filter(letter => mailStateOf(letter) === 'not_mailed').length

/** The words of a letter's state (decisions section 11). */
export const mailWords: Record<MailState, string> = {
  not_mailed: 'Not mailed',
  pending: 'Pending',
  in_transit: 'In transit',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** Why letters that staff made cannot be downloaded before the person confirmed them. */
export const confirmFirst = 'The letters can be downloaded and mailed after they are confirmed.'

/** The address of a parcel page worth a link: a web address or a page of this product, else null. */
export const trackingLink = (letter: Pick<Letter, 'lobTrackingUrl'>): string | null =>
  letter.lobTrackingUrl !== null && /^(https:\/\/|\/[^/\\])/.test(letter.lobTrackingUrl)
    ? letter.lobTrackingUrl
    : null

/** Whether letters carry a mark, as those from an invented report do: they are for reading, never for the mail. */
export const mustStay = (letters: readonly Pick<Letter, 'mark'>[]): boolean =>
  letters.some(({ mark }) => mark !== null)
