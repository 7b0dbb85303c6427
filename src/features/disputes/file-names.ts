/** Everything but letters, digits, space, dot and dash becomes '-'. */
const plainTitle = (title: string): string => title.normalize('NFC').replaceAll(/[^\p{L}\p{Nd} .-]/gu, '-')

/** The name that one letter is saved under; the id is the letter's. */
export const letterFileName = (title: string, letterId: string): string =>
  `dispute-letter-${plainTitle(title)}-${letterId}.pdf`

/** The name that all letters of a dispute are saved under; the id is the dispute's. */
export const allLettersFileName = (title: string, disputeId: string): string =>
  `dispute-all-letters-${plainTitle(title)}-${disputeId}.pdf`

/** The name that a complaint about a bureau is saved under; the id is the dispute's. */
export const complaintFileName = (bureau: string, disputeId: string): string =>
  `complaint-${bureau}-${disputeId}.pdf`

/** The name that the case file of a dispute is saved under; the id is the dispute's. */
export const caseFileName = (title: string, disputeId: string): string =>
  `case-file-${plainTitle(title)}-${disputeId}.zip`

/** The name that answer dates are saved under. */
export const calendarFileName = 'answer-dates.ics'
