import { type LetterStatus, letterStatuses } from '#features/mailing/letter-status.ts'
import type { Letter } from '../../dispute-contract.ts'

export type LetterState = (typeof letterStatuses)[LetterStatus]['display']

type Mailed = Pick<Letter, 'mailState' | 'lobErrorMessage'>

/** An error message means failed, whatever else is known. */
export const letterState = ({ mailState, lobErrorMessage }: Mailed): LetterState =>
  lobErrorMessage ? 'failed' : letterStatuses[mailState].display

/** How many letters still wait for somebody to mail them. */
export const countUnmailed = (letters: readonly Mailed[]): number =>
  letters.filter(letter => letterState(letter) === 'not_mailed').length

/** The words of a letter's state (decisions section 11). */
export const letterStateLabels: Record<LetterState, string> = {
  not_mailed: 'Not mailed',
  pending: 'Pending',
  in_transit: 'In transit',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** Why letters that staff made cannot be downloaded before the person confirmed them. */
export const confirmFirstMessage = 'The letters can be downloaded and mailed after they are confirmed.'

/** The address of a parcel page worth a link: a web address or a page of this product, else null. */
export const trackingLink = (letter: Pick<Letter, 'lobTrackingUrl'>): string | null =>
  letter.lobTrackingUrl !== null && /^(https:\/\/|\/[^/\\])/.test(letter.lobTrackingUrl)
    ? letter.lobTrackingUrl
    : null

/** Whether letters carry a mark, as those of a person whose report is invented do: they are for reading, never for the mail. */
export const isSandboxMail = (letters: readonly Pick<Letter, 'mark'>[]): boolean =>
  letters.some(({ mark }) => mark !== null)
