import type { Account } from '#features/reports/canonical.ts'

/**
 * Metro 2 special comments (CDIA Credit Reporting Resource Guide, field 19) and what conflicts with them in the same row.
 * Meanings as published by the CFPB (cfpb/Metro2, annotationLookups.ts); conflicts as in its evaluators SCC-APD-2,
 * SCC-Balance-2, SCC-Status-2 to -4, Type-Balance-1 and Type-SMPA-1. The comment at each code names TransUnion's remark
 * and Equifax's narrative. The CFPB's list words AT like AS, closed due to refinance; its evaluators treat AT as a
 * transfer, like TransUnion (ACT), and so do we.
 */

export type Conflict = 'paid' | 'current' | 'nothingOwed' | 'nothingPastDue' | 'owed'

type SpecialComment = { code: string; means: string; words: RegExp; conflicts: readonly Conflict[] }

/** Matches a whole remark, or one part of several joined ones. */
const worded = (words: string): RegExp => new RegExp(`(?:^|[;|] ?)(?:${words})`, 'i')

export const specialComments: readonly SpecialComment[] = [
  // CLS; FC. Not CL, "suspended due to collateral depreciation".
  {
    code: 'AP',
    means: 'its credit line is suspended',
    words: worded('credit line suspended(?! due)'),
    conflicts: ['paid'],
  },
  // TTR; HX.
  {
    code: 'BA',
    means: 'it was transferred to recovery',
    words: worded('transferred to recovery'),
    conflicts: ['paid', 'current', 'nothingOwed', 'nothingPastDue'],
  },
  // FTB.
  {
    code: 'BD',
    means: 'it ended with a balance owing',
    words: worded('full termination.{1,3}balance owing'),
    conflicts: ['paid', 'nothingOwed', 'nothingPastDue'],
  },
  // ETB.
  {
    code: 'BG',
    means: 'it ended early with a balance owing',
    words: worded('early termination.{1,3}balance owing'),
    conflicts: ['paid', 'nothingOwed', 'nothingPastDue'],
  },
  // IRE; AN.
  {
    code: 'BI',
    means: 'it was repossessed',
    words: worded('involuntary repossession\\.?(?:$|[;|])'),
    conflicts: ['nothingOwed', 'nothingPastDue'],
  },
  // IRB.
  {
    code: 'BK',
    means: 'it was repossessed with a balance owing',
    words: worded('involuntary repossession.{1,3}balance owing'),
    conflicts: ['paid', 'nothingOwed', 'nothingPastDue'],
  },
  // PDD; AX. No evaluator requires a balance of zero: the seller paid, not the borrower.
  {
    code: 'BN',
    means: 'it was paid by the dealer',
    words: worded('paid by (?:the )?(?:dealer|company (?:which|that|who) originally sold)'),
    conflicts: ['owed'],
  },
  // FPI; BR. Not account status 65, "paid in full, a foreclosure was started" (FPD; CH).
  {
    code: 'BO',
    means: 'foreclosure proceedings were started',
    words: worded('foreclosure (?:proceedings? |process )?(?:was |were )?(?:started|initiated)'),
    conflicts: ['paid', 'current', 'nothingOwed', 'nothingPastDue'],
  },
  // PLL; IG. A prepaid lease has nothing left to pay.
  { code: 'BS', means: 'its lease was prepaid', words: worded('prepaid lease'), conflicts: ['owed'] },
  // FOR; KW.
  {
    code: 'CP',
    means: 'it is in forbearance',
    words: worded('(?:account in )?forbearance'),
    conflicts: ['paid', 'nothingOwed'],
  },
]

export const hasSpecialComment = ({ remarks }: Pick<Account, 'remarks'>, code: string): boolean =>
  specialComments.some(
    comment => comment.code === code && remarks.some(({ text }) => comment.words.test(text)),
  )
