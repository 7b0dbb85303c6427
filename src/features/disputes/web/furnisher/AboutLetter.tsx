import { Link } from '@tanstack/react-router'
import { showDate } from '#values/dates.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { bureauReasons } from '../../furnishers/direct-reasons.ts'
import { reasonWords } from '../../reason-words.ts'
import * as disputeStyles from '../dispute/dispute.module.css'
import type { AccountInformation } from '../wizard/disputable-accounts.ts'
import type { CompanyLetterType } from './letter-types.ts'

type Props = { type: CompanyLetterType['type']; rows: readonly AccountInformation[] }

/**
 * What users should know before they write such a letter. Sources of the warnings: 12 CFR 1006.26(b); state law and Consumer
 * Reports on the CFPB's rule, 2020; consumerfinance.gov, "What is the best way to negotiate a settlement with a debt
 * collector?"; 26 USC 6050P(a), (b), 108(e)(1).
 */
export const AboutLetter = ({ type, rows }: Props) => {
  switch (type) {
    case 'direct':
      return <AboutDirect />
    case 'goodwill':
      return (
        <Note tone="plain" icon="info" title="It admits what you write, and nothing else">
          The letter itself neither disputes nor admits anything. What you write in your own words is in it as
          you write it. If something is still owed, do not write that you owe it or will pay it: in many
          states that starts the time over in which a company can sue for an old debt.
        </Note>
      )
    case 'settlement':
      return <AboutSettlement rows={rows} />
    case 'theft-notice':
      return <AboutTheftNotice />
  }
}

const AboutDirect = () => (
  <Note
    tone="plain"
    icon="info"
    title="A dispute with the bureaus gives you more"
    action={
      <Link {...buttonLook({ size: 'small' })} to="/disputes/new/$type" params={{ type: 'account' }}>
        Dispute with the bureaus
      </Link>
    }
  >
    <p>
      You can sue a company that mishandles a dispute that a bureau passed on to it. If it mishandles a direct
      dispute, only government agencies can act (15 U.S.C. 1681s-2(b), (c) and (d)). You can do both.
    </p>
    <ul className={disputeStyles.enclosed}>
      {bureauReasons.map(({ reason, why }) => (
        <li key={reason}>{`“${reasonWords[reason].label}” goes to the bureaus only. ${why}`}</li>
      ))}
    </ul>
  </Note>
)

const AboutTheftNotice = () => (
  <Note tone="plain" icon="info" title="Ask the bureaus for a block as well">
    <p>
      The letter says that you did not open the account, and encloses a copy of your identity theft report.
      That report must say that this account came from the theft. The company may report the account again
      once it knows, or hears from you, that it is right. If it goes on without that, only government agencies
      can act (15 U.S.C. 1681s-2(c) and (d)). A block at each bureau is a right of its own. See{' '}
      <Link to="/disputes/identity-theft">all identity theft steps</Link>.
    </p>
  </Note>
)

const AboutSettlement = ({ rows }: Pick<Props, 'rows'>) => {
  const began = rows.find(({ dateFirstDelinquency }) => dateFirstDelinquency !== null)
  return (
    <>
      <Note tone="amber" title="First find out how old the debt is">
        <p>
          Each state limits for how long a company can sue for a debt, and a debt collector may not sue or
          threaten to sue after that (12 CFR 1006.26(b)). In many states a payment, a promise to pay or a
          written acknowledgment of the debt starts that time over. The letter says that it admits and
          promises nothing, but a payment may still count. If the debt may be old, ask a lawyer or a legal aid
          office first.
        </p>
        {began !== undefined && (
          <p>
            Your {began.bureau} report gives {showDate(began.dateFirstDelinquency)} as the first delinquency.
          </p>
        )}
      </Note>
      <Note tone="plain" icon="info" title="Pay nothing before you have the agreement in writing">
        <p>
          The letter asks for a written agreement that says what the payment settles. Keep it for good. If you
          do not recognize the debt, ask the collector to verify it instead of offering anything. Debt that is
          forgiven can count as income for taxes, and a lender reports $600 or more of it to the IRS (26
          U.S.C. 108(e), 6050P).
        </p>
      </Note>
    </>
  )
}
