/** Replaces everything except letters, digits, space, dot and dash with '-'. */
const plainTitle = (title: string): string => title.normalize('NFC').replaceAll(/[^\p{L}\p{Nd} .-]/gu, '-')

/** The file name of one letter, with the letter's id. */
export const letterFileName = (title: string, letterId: string): string =>
  `dispute-letter-${plainTitle(title)}-${letterId}.pdf`

/** The file name of all letters of a dispute, with the dispute's id. */
export const allLettersFileName = (title: string, disputeId: string): string =>
  `dispute-all-letters-${plainTitle(title)}-${disputeId}.pdf`

/** The file name of a complaint about a bureau, with the dispute's id. */
export const complaintFileName = (bureau: string, disputeId: string): string =>
  `complaint-${bureau}-${disputeId}.pdf`

/** The file name of a dispute's case file, with the dispute's id. */
export const caseFileName = (title: string, disputeId: string): string =>
  `case-file-${plainTitle(title)}-${disputeId}.zip`

/** The file name of the calendar of answer dates. */
export const calendarFileName = 'answer-dates.ics'
