import type { NamedDebt } from './collectors/fields.ts'
import { noAnswerDay, type ValidationPeriod } from './collectors/validation-period.ts'
import type { CeaseItem } from './dispute-contract.ts'
import type { Outcome } from './dispute-requests.ts'

/** What a user can do after a debt collector's reaction. Everything is optional; no deadline applies here. */

/** `act` is the target of the link: a new dispute with the account of the report, a letter, or the complaint page. */
export type CompanyStep = {
  title: string
  text: string
  act: 'dispute_with_bureaus' | 'write_cease' | 'complain' | null
}

const disputeWithBureaus = (when: string): CompanyStep => ({
  title: 'Dispute the entry with the bureaus',
  text: `${when} Each bureau must then investigate what its file shows (15 U.S.C. 1681i(a)(1)(A)).`,
  act: 'dispute_with_bureaus',
})

const complain: CompanyStep = {
  title: 'Complain to the Consumer Financial Protection Bureau',
  text: 'It takes complaints about debt collection at no cost. Say what happened and when, and add your letter with its proof of delivery.',
  act: 'complain',
}

const askALawyer: CompanyStep = {
  title: 'Ask a consumer lawyer or legal aid',
  text: 'A claim under the Fair Debt Collection Practices Act must be brought within one year of the violation (15 U.S.C. 1692k(d)). Keep letters, envelopes, and a list of calls with their times.',
  act: null,
}

const writeCease: CompanyStep = {
  title: 'Ask it to stop contacting you',
  text: 'The debt remains, and the collector may still sue (15 U.S.C. 1692c(c)).',
  act: 'write_cease',
}

const answerCourtPapers: CompanyStep = {
  title: 'Answer court papers, if any come',
  text: 'A letter does not keep a collector from going to court. Papers of a court give a day for your answer, and without one the court may decide without you.',
  act: null,
}

const verified: CompanyStep = {
  title: 'Compare what it sent with what you know',
  text: 'Check the name, the amount, the dates and the original creditor. The collector may collect again now (15 U.S.C. 1692g(b)).',
  act: null,
}

const inReport = ({ accountId }: NamedDebt, step: CompanyStep): CompanyStep[] =>
  accountId === null ? [] : [step]

const keptCollecting = (period: ValidationPeriod): CompanyStep => ({
  title: 'Note each letter and call',
  text:
    period.state === 'over'
      ? 'By federal law a collector may go on collecting after the validation period while you dispute the debt (15 U.S.C. 1692g(b)). The law of your state may ask more of it.'
      : 'Whether it had to stop depends on the day on which your dispute arrived: within the validation period it must not collect before it sends verification (15 U.S.C. 1692g(b), 12 CFR 1006.38(d)(2)).',
  act: null,
})

/** The steps after a collector's reaction to a dispute; `period` as of the day on which the dispute was delivered. */
export const validationSteps = (
  outcome: Outcome,
  { debt, period }: { debt: NamedDebt; period: ValidationPeriod },
): CompanyStep[] => {
  switch (outcome) {
    case 'verified':
      return [
        verified,
        ...inReport(debt, disputeWithBureaus('If something that the report shows is still wrong, say what.')),
        writeCease,
        answerCourtPapers,
      ]
    case 'corrected':
      return [
        ...inReport(
          debt,
          disputeWithBureaus('If a newer report still shows the entry and it is wrong, say why.'),
        ),
        {
          title: 'Keep the letters',
          text: 'If another company asks you to pay the same debt, it must send you a notice of its own, and you can dispute again (15 U.S.C. 1692g(a)).',
          act: null,
        },
      ]
    case 'frivolous':
      return [
        keptCollecting(period),
        ...(period.state === 'over' ? [] : [complain, askALawyer]),
        ...inReport(debt, disputeWithBureaus('If the entry is wrong, say why.')),
        writeCease,
        answerCourtPapers,
      ]
    case 'no_answer':
      return [
        {
          title: 'You need not wait for an answer',
          text: `${noAnswerDay} If your dispute arrived within the validation period, it must not collect before it sends verification (15 U.S.C. 1692g(b)).`,
          act: null,
        },
        ...inReport(
          debt,
          disputeWithBureaus(
            'A collector that reports the debt must say that you dispute it (15 U.S.C. 1692e(8)). If the entry is wrong, say why.',
          ),
        ),
      ]
    case 'deleted':
      return []
  }
}

/** What a collector may still do after a request to stop contact. */
const stillAllowed: Readonly<Record<CeaseItem['reason'], string>> = {
  all: 'A collector may still say that it ends its efforts, and notify you of a specific remedy such as a lawsuit (15 U.S.C. 1692c(c)(1) to (3)).',
  limited:
    'Your letter leaves all other ways, times and places open. The collector may also confirm that you opted out of emails or texts, and respond once in the way in which you contact it (12 CFR 1006.14(h)(2)).',
}

/** The steps after a collector's reaction to a request to stop contact of a scope. */
export const ceaseSteps = (outcome: Outcome, scope: CeaseItem['reason']): CompanyStep[] => {
  switch (outcome) {
    case 'corrected':
      return [answerCourtPapers]
    case 'frivolous':
      return [
        {
          title: 'Check what the contact was about',
          text: stillAllowed[scope],
          act: null,
        },
        complain,
        askALawyer,
        answerCourtPapers,
      ]
    case 'verified':
    case 'no_answer':
    case 'deleted':
      return []
  }
}

/** What a user can do after the company that reports an account has answered. Everything is optional. */

const withBureaus = (title: string, text: string): CompanyStep => ({
  title,
  text,
  act: 'dispute_with_bureaus',
})

/** Each bureau must pass a dispute on to the company, which must then investigate (15 U.S.C. 1681i(a)(2), 1681s-2(b)). */
const passedOn = 'Each bureau must pass your dispute on to the company (15 U.S.C. 1681i(a)(2)).'

const changed = withBureaus(
  'Dispute the account where it is still wrong',
  `Look at a new report. Where a bureau still shows it, say what is wrong there and enclose the answer. ${passedOn}`,
)

const bureausToo = withBureaus(
  'Dispute the account with the bureaus',
  `If you still think that it is wrong, say why. ${passedOn}`,
)

/** The steps after a direct dispute was answered, or not answered in time. */
export const directSteps = (outcome: Outcome): CompanyStep[] =>
  outcome === 'deleted' || outcome === 'corrected' ? [changed] : [bureausToo]

/**
 * After a notice of identity theft: each bureau that still shows the account can be asked for a block (15 U.S.C.
 * 1681c-2).
 */
export const theftSteps: readonly CompanyStep[] = [
  withBureaus(
    'Ask the bureaus for a block',
    'Where a new report still shows the account, dispute it as identity theft. Enclose your identity theft report and a government ID: the letter then asks for a block (15 U.S.C. 1681c-2).',
  ),
]
