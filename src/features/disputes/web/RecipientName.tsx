import { Bureau } from '#web/ui/Bureau.tsx'
import type { Letter } from '../dispute-contract.ts'

/** Who a letter goes to: a bureau with its sign, a company by its name. */
export const RecipientName = ({ bureau, recipient }: Pick<Letter, 'bureau' | 'recipient'>) =>
  bureau === null ? <b>{recipient.name}</b> : <Bureau bureau={bureau} />
