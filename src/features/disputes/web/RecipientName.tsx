import { Bureau } from '#web/ui/Bureau.tsx'
import type { Letter } from '../dispute-contract.ts'

/** The recipient of a letter: a bureau with its icon, a company by its name. */
export const RecipientName = ({ bureau, recipient }: Pick<Letter, 'bureau' | 'recipient'>) =>
  bureau === null ? <b>{recipient.name}</b> : <Bureau bureau={bureau} />
