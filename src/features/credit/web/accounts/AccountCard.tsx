import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { showMoney } from '#values/money.ts'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import textStyles from '#web/ui/text.module.css'
import type { ShownAccount } from '../../contract.ts'
import { selectRecentMonths } from '../../recent-months.ts'
import { formatMonthRange } from '../history/history-words.ts'
import listsStyles from '../lists.module.css'
import { PayCell } from '../PaymentTable.tsx'
import { accountAnchor } from '../place-in-report.ts'
import { formatAddress } from '../shown-address.ts'

/** The months of the strip (design/ui analytics-more.html). */
const stripMonths = 6

type AccountCardProps = { account: ShownAccount; lastMonth: string | null }

/** One account as one bureau reports it: what it is, its status, what is owed, how it was paid, and where. */
export const AccountCard = memo(({ account, lastMonth }: AccountCardProps) => {
  const { creditorName, accountNumber, accountType, accountTypeDetail, currentBalance } = account
  const address = formatAddress(account.address)
  return (
    <article
      className={`${cardStyles.card} ${layoutStyles.stackSmall} ${listsStyles.account}`}
      aria-label={creditorName}
    >
      <header>
        <div>
          <h2 className={textStyles.heading3}>{creditorName}</h2>
          <p>
            {accountTypeDetail ?? (accountType === 'Unknown' ? 'Type not stated' : accountType)}{' '}
            {accountNumber !== null && <span className={textStyles.accountNumber}>{accountNumber}</span>}
          </p>
        </div>
        <StatusPill status={account.accountStatus} />
      </header>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <span className={textStyles.muted}>Balance</span>
        <b className={`${textStyles.number} ${listsStyles.balance}`}>
          {currentBalance === null ? '-' : showMoney(currentBalance)}
        </b>
      </div>
      <div className={`${layoutStyles.row} ${listsStyles.history} ${layoutStyles.spread}`}>
        <span className={textStyles.muted}>Last {stripMonths} months</span>
        <PaymentStrip account={account} lastMonth={lastMonth} />
      </div>
      <div className={`${layoutStyles.row} ${layoutStyles.spread} ${listsStyles.foot}`}>
        <span className={address === 'No address' ? textStyles.dim : textStyles.muted}>{address}</span>
        <Link
          to="/analytics/$tab"
          params={{ tab: 'report' }}
          hash={accountAnchor(account.id, account.bureau)}
          hashScrollIntoView={false}
          aria-label={`All details of ${creditorName}`}
        >
          All details
        </Link>
      </div>
    </article>
  )
})

/** 'Open' and 'Paid' are emphasised, Derogatory is red with a triangle (specification section 2). */
const StatusPill = ({ status }: { status: ShownAccount['accountStatus'] }) => {
  if (status === 'Derogatory')
    return (
      <Pill tone="red" icon="warn">
        {status}
      </Pill>
    )
  return <Pill tone={status === 'Open' || status === 'Paid' ? 'green' : 'grey'}>{status}</Pill>
}

const PaymentStrip = ({ account, lastMonth }: AccountCardProps) => {
  const months = selectRecentMonths(account, lastMonth, stripMonths)
  if (months === null) return <span className={textStyles.dim}>No history</span>
  const span = formatMonthRange(months[0]?.month ?? '', months.at(-1)?.month ?? '')
  return (
    <ol className={listsStyles.strip} aria-label={`Payment history, ${span}`}>
      {months.map(({ month, cell }) => (
        <li key={month}>
          <PayCell cell={cell} />
        </li>
      ))}
    </ol>
  )
}
