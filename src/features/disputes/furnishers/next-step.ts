import { addDays } from '#values/business-days.ts'
import { showDay } from '#values/dates.ts'
import { LONGEST_INVESTIGATION_DAYS, type Receipt } from '../deadlines/deadlines.ts'
import type { AwaitedLetter, NextStep } from '../deadlines/next-step.ts'
import type { Outcome } from '../dispute-requests.ts'

/** What a user should know or do now about a letter to the company that reports an account. */

type CompanyAsk = 'direct' | 'goodwill' | 'settlement' | 'theft-notice'

const bureausToo = 'You can dispute the account with the bureaus as well.'

/** The step after a direct dispute was answered. */
const directAnswered: Readonly<Record<Outcome, (company: string) => NextStep>> = {
  deleted: company => ({
    title: `${company} has the entry deleted`,
    text: 'It must tell each bureau to which it reported the account (12 CFR 1022.43(e)(4)). Look at a new report: where the entry still shows, dispute it with that bureau and enclose the answer.',
  }),
  corrected: company => ({
    title: `${company} corrects what it reports`,
    text: 'It must tell each bureau to which it reported the account (12 CFR 1022.43(e)(4)). Look at a new report: where it is still wrong, dispute it with that bureau and enclose the answer.',
  }),
  verified: company => ({
    title: `${company} says that it is right`,
    text: `${bureausToo} A company can be sued for how it handles a dispute that a bureau passed on to it, and not for how it handles a direct one (15 U.S.C. 1681s-2(b) and (c)). You can also ask the company what its answer rests on; the rules of direct disputes do not make it tell you.`,
  }),
  frivolous: company => ({
    title: `${company} did not look into it`,
    text: `It must give its reasons and say what it needs, within five business days of deciding (12 CFR 1022.43(f)). Add that in a new direct dispute. ${bureausToo}`,
  }),
  no_answer: company => ({
    title: `${company} has not answered`,
    text: `It had to tell you the result in time (12 CFR 1022.43(e)(3)). ${bureausToo}`,
  }),
}

const settlementAccepted: NextStep = {
  title: 'Read the agreement before you pay',
  text: 'It should say that this payment settles the account in full, whom you pay and by when. Keep it, and the proof of your payment, for good.',
}

/**
 * Regardless of the company's answer to a notice of identity theft, each bureau has its own duty to block (15 U.S.C.
 * 1681c-2).
 */
const theftAnswered: NextStep = {
  title: 'Look at a new report',
  text: 'Where the account still shows, dispute it with that bureau as identity theft and enclose your identity theft report and a government ID: the letter then asks for a block (15 U.S.C. 1681c-2).',
}

const onTheWay = (company: string, expected: string, clock: string, today: string): NextStep =>
  today <= addDays(expected, 10)
    ? { title: `On its way to ${company}`, text: `It should arrive by ${showDay(expected)}. ${clock}` }
    : {
        title: `No delivery reported for the letter to ${company}`,
        text: `It should have arrived by ${showDay(expected)}, and no delivery was reported. Ordinary mail is not always scanned. If ${company} does not answer either, mail the letter again, by certified mail.`,
      }

const directAwaited = (company: string, due: string, received: string, today: string): NextStep => {
  if (today <= due)
    return {
      title: `${company} has until ${showDay(due)}`,
      text: 'By then it must look into your dispute and tell you the result. Record its answer here when it comes.',
    }
  const longest = addDays(received, LONGEST_INVESTIGATION_DAYS)
  if (today <= longest)
    return {
      title: `${company} has not answered in 30 days`,
      text: `It has until ${showDay(longest)} only when you sent it more information meanwhile. Otherwise its answer was due by ${showDay(due)}: if none came, record "No answer" for the item. ${bureausToo}`,
    }
  return {
    title: `${company} has not answered in time`,
    text: `Its answer was due by ${showDay(due)} (12 CFR 1022.43(e)(3)). If none came, record "No answer" for the item. ${bureausToo}`,
  }
}

const clocks: Readonly<Record<CompanyAsk, string>> = {
  direct: 'Its time to answer starts when it arrives.',
  goodwill: 'No law sets a time for the answer.',
  settlement: 'No law sets a time for the answer. Pay nothing before you have the agreement in writing.',
  'theft-notice': 'No day is counted for an answer to this letter.',
}

/** The next step of a mailed letter on a day; null if there is none. */
export const findCompanyStep = (
  kind: CompanyAsk,
  { recipient, deadlines, answers }: AwaitedLetter,
  receipt: Receipt,
  today: string,
): NextStep | null => {
  const answer = answers[0] ?? null
  if (answer !== null) {
    if (kind === 'direct') return directAnswered[answer.outcome](recipient)
    if (kind === 'theft-notice') return theftAnswered
    return kind === 'settlement' && answer.outcome === 'corrected' ? settlementAccepted : null
  }
  if (receipt.estimated) return onTheWay(recipient, receipt.on, clocks[kind], today)
  const due = deadlines.find(deadline => deadline.kind === 'direct_result')?.dueOn
  return due === undefined
    ? { title: `${recipient} has your letter`, text: `${clocks[kind]} Record it here when it comes.` }
    : directAwaited(recipient, due, receipt.on, today)
}
