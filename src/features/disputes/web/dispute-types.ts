import type { Dispute } from '../dispute-contract.ts'

export type DisputeType = Dispute['type']

type Card = {
  type: DisputeType
  name: string
  icon: 'card' | 'search' | 'user' | 'snow'
  about: string
}

/** What may be disputed, in the order of the specification's list of types (section 1). */
export const disputeTypeCards: readonly Card[] = [
  {
    type: 'account',
    name: 'Account',
    icon: 'card',
    about: 'Wrong balance, status or late payment',
  },
  {
    type: 'inquiry',
    name: 'Inquiry removal',
    icon: 'search',
    about: 'A credit check you did not allow',
  },
  {
    type: 'personal-info',
    name: 'Personal info',
    icon: 'user',
    about: 'Wrong name, address or birth date',
  },
  {
    type: 'freeze',
    name: 'Security freeze',
    icon: 'snow',
    about: 'Stop new credit in your name',
  },
]

/** The name of a type as people read it. */
export const disputeTypeName = (type: DisputeType): string =>
  disputeTypeCards.find(card => card.type === type)?.name ?? 'Dispute'
