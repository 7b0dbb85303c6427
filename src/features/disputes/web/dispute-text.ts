import { dayIn } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { Dispute } from '../dispute-contract.ts'

export type DisputeType = Dispute['type']

/** Recipients of letters, in display order. */
export const recipientGroups = [
  { to: 'bureau', name: 'Credit bureaus' },
  { to: 'furnisher', name: 'Lenders and other companies' },
  { to: 'collector', name: 'Debt collectors' },
  { to: 'agency', name: 'Other reporting agencies' },
] as const

type Card = {
  type: DisputeType
  to: (typeof recipientGroups)[number]['to']
  name: string
  icon: IconName
  about: string
}

/** The types of letters, by recipient. */
export const disputeTypeCards: readonly Card[] = [
  {
    type: 'account',
    to: 'bureau',
    name: 'Account',
    icon: 'card',
    about: 'Wrong balance, status or late payment',
  },
  {
    type: 'inquiry',
    to: 'bureau',
    name: 'Inquiry removal',
    icon: 'search',
    about: 'A credit check you did not allow',
  },
  {
    type: 'personal-info',
    to: 'bureau',
    name: 'Personal info',
    icon: 'user',
    about: 'Wrong name, address or birth date',
  },
  {
    type: 'freeze',
    to: 'bureau',
    name: 'Security freeze',
    icon: 'snow',
    about: 'Stop new credit in your name',
  },
  {
    type: 'fraud-alert',
    to: 'bureau',
    name: 'Fraud alert',
    icon: 'bell',
    about: 'Have lenders verify that it is you',
  },
  {
    type: 'agency-freeze',
    to: 'agency',
    name: 'Agency freeze',
    icon: 'snow',
    about: 'ChexSystems, Innovis, NCTUE, LexisNexis',
  },
  {
    type: 'validation',
    to: 'collector',
    name: 'Debt validation',
    icon: 'search',
    about: 'Dispute a debt and ask for proof of it',
  },
  {
    type: 'cease',
    to: 'collector',
    name: 'Stop contact',
    icon: 'phone',
    about: 'No more calls or letters about a debt',
  },
  {
    type: 'direct',
    to: 'furnisher',
    name: 'Direct dispute',
    icon: 'letter',
    about: 'Tell the company itself what is wrong',
  },
  {
    type: 'goodwill',
    to: 'furnisher',
    name: 'Goodwill request',
    icon: 'msg',
    about: 'Ask a company for a courtesy',
  },
  {
    type: 'settlement',
    to: 'furnisher',
    name: 'Settlement offer',
    icon: 'send',
    about: 'Offer a payment that settles a debt',
  },
  {
    type: 'theft-notice',
    to: 'furnisher',
    name: 'Identity theft notice',
    icon: 'shield',
    about: 'Have a company stop reporting fraud',
  },
]

/** The display name of a type. */
export const disputeTypeName = (type: DisputeType): string =>
  disputeTypeCards.find(card => card.type === type)?.name ?? 'Dispute'

/** `1 item`, `3 items`. */
export const pluralize = (count: number, thing: string): string =>
  `${count} ${count === 1 ? thing : `${thing}s`}`

/** The user's calendar day, `YYYY-MM-DD`. */
export const today = (): string => dayIn(browserTimeZone, new Date())
