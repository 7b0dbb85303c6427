import type { Address } from '../canonical.ts'

/** The kinds of changes between two reports, with their titles and weights. */

/** Each kind's weight (heaviest first) and title. */
export const changeKinds = {
  freezePlaced: [100, 'Security freeze placed'],
  alertPlaced: [98, 'Alert placed'],
  freezeLifted: [96, 'Security freeze lifted'],
  alertLifted: [94, 'Alert lifted'],
  fileGone: [92, 'No file found'],
  fileFound: [92, 'Credit file found'],
  noAnswer: [90, 'No answer'],
  recordNew: [88, 'New public record'],
  collectionNew: [86, 'New collection'],
  adverse: [84, 'Account now derogatory'],
  late: [80, 'New late payment'],
  lateAdded: [78, 'Late mark added'],
  delinquencyMoved: [76, 'Date of first delinquency changed'],
  openedMoved: [75, 'Date opened changed'],
  pastDue: [74, 'Amount past due'],
  pastDueRose: [72, 'Amount past due rose'],
  accountNew: [70, 'New account'],
  nameNew: [66, 'New name'],
  recordChanged: [64, 'Public record changed'],
  recordGone: [62, 'Public record no longer listed'],
  addressNew: [60, 'New address'],
  collectionGone: [59, 'Collection no longer listed'],
  accountGone: [58, 'Account no longer listed'],
  listedTwice: [58, 'Account now listed twice'],
  listedOnce: [57, 'Account no longer listed twice'],
  lateGone: [57, 'Late mark removed'],
  noLongerAdverse: [56, 'Account no longer derogatory'],
  caughtUp: [55, 'Account caught up'],
  pastDueCleared: [54, 'Amount past due cleared'],
  paid: [52, 'Account paid'],
  closed: [50, 'Account closed'],
  reopened: [50, 'Account open again'],
  transferred: [49, 'Account transferred'],
  refinanced: [48, 'Account refinanced'],
  inquiryNew: [46, 'New inquiry'],
  limitLowered: [44, 'Credit limit lowered'],
  cardUseRose: [42, 'Card use rose'],
  cardUseFell: [42, 'Card use fell'],
  balanceRose: [40, 'Balance rose'],
  balanceFell: [38, 'Balance fell'],
  limitRaised: [36, 'Credit limit raised'],
  pastDueFell: [35, 'Amount past due fell'],
  remarkAdded: [34, 'Remark added'],
  remarkRemoved: [32, 'Remark removed'],
  statementAdded: [30, 'Statement added'],
  statementRemoved: [28, 'Statement removed'],
  inquiryGone: [26, 'Inquiry no longer listed'],
  nameGone: [20, 'Name no longer listed'],
  addressGone: [18, 'Address no longer listed'],
  employerNew: [16, 'New employer'],
  employerGone: [14, 'Employer no longer listed'],
  lateAged: [0, 'Old late mark aged'],
} as const satisfies Record<string, readonly [weight: number, title: string]>

export type ChangeKind = keyof typeof changeKinds

/** The stable id of what changed; an address has none. */
export type ChangeSubject =
  | { kind: 'account' | 'inquiry' | 'record'; id: string }
  | { kind: 'address'; address: Address }

/** A detected change. Within a kind the larger comes first; `cents` is its size where money changed. */
export type DetectedChange = { kind: ChangeKind; summary: string; cents?: number; about?: ChangeSubject }

/** Heavier first; at equal weight the larger amount, then report order. */
export const compareByWeight = (one: DetectedChange, other: DetectedChange): number =>
  changeKinds[other.kind][0] - changeKinds[one.kind][0] || (other.cents ?? 0) - (one.cents ?? 0)
