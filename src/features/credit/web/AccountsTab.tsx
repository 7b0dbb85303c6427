import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { clearestNumber } from '#features/reports/account-number.ts'
import type { ShownAccount } from '#features/reports/contract.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { accountAnchor } from '#features/reports/web/row-anchors.ts'
import type { Bureau } from '#values/bureau.ts'
import { showMoney } from '#values/money.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { LONG_LIST } from '#web/ui/text-search.ts'
import type { Analytics } from '../contract.ts'
import { lastGridMonth, selectRecentMonths } from '../payment-grid.ts'
import { describeFileStatus } from './file-status.ts'
import { formatMonthRange } from './history-text.ts'
import { BureauSwitch, FilterSelect, SearchBox } from './list-filters.tsx'
import * as listsStyles from './lists.module.css'
import {
  type AccountFilter,
  countAccounts,
  describeIncomplete,
  emptyFilter,
  filterAccounts,
  filterOptions,
  formatAddress,
} from './lists.ts'
import { PayCell } from './PaymentHistory.tsx'
import { accountPlaces, DisputeLink, RowStates } from './RowActions.tsx'
import { publicRecordsAnchor } from './tabs.ts'

/** The rest of a long list is rendered without blocking the page. */
const renderedFirst = 12

const none: readonly ShownAccount[] = []

export const AccountsTab = ({ data }: { data: Analytics }) => {
  const accounts = data.fullReport?.accountInformation ?? none
  const bureaus = data.report?.bureaus ?? []
  const [wanted, setWanted] = useState<Bureau>()
  const [filter, setFilter] = useState(emptyFilter)
  const picked = bureaus.find(each => each === wanted) ?? bureaus[0]
  // Typing stays responsive while a long list is rendered.
  const settled = useDeferredValue(filter)
  const bureau = useDeferredValue(picked)
  const matching = useMemo(
    () => (bureau === undefined ? [] : filterAccounts(accounts, bureau, settled)),
    [accounts, bureau, settled],
  )
  const rendered = useDeferredValue(matching, matching.slice(0, renderedFirst))
  if (data.fullReport === null)
    return (
      <NoAccounts
        why="Accounts will appear here once you have a credit report."
        action={<GetReportActions />}
      />
    )
  if (picked === undefined || bureau === undefined || accounts.length === 0) return <NoAccounts />

  const all = filterAccounts(accounts, bureau, emptyFilter)
  const records = data.fullReport.publicRecords.filter(record => record.bureau === bureau).length
  const lastMonth = lastGridMonth(data.report?.reportDate ?? null, accounts)
  const file = data.fullReport.fileStatuses.find(status => status.bureau === bureau)
  const incomplete = describeIncomplete(
    data.report?.parts.filter(part => part.bureau === bureau) ?? [],
    'accounts',
    all.length,
  )
  const { count, repeated } = countAccounts(matching, all)
  return (
    <>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <p className={textStyles.muted} role="status">
          <b>{count}</b> on your {bureau} file{repeated === '' ? '' : `.${repeated}`}
        </p>
        <BureauSwitch bureaus={bureaus} picked={picked} onPick={setWanted} />
      </div>
      {incomplete !== null && <p className={textStyles.muted}>{incomplete}</p>}
      {accounts.length > LONG_LIST && <Filters accounts={accounts} filter={filter} onFilter={setFilter} />}
      {all.length === 0 && (
        <NoAccounts why={file && file.status !== 'hit' ? describeFileStatus(file) : undefined} />
      )}
      {all.length > 0 && matching.length === 0 && (
        <p className={cardStyles.card}>No account in this file matches your search.</p>
      )}
      <div className={`${layoutStyles.grid2} ${listsStyles.cards}`}>
        {rendered.map((account, place) => (
          <AccountCard
            key={`${account.id} ${place}`}
            account={account}
            number={clearestNumber(accounts.filter(({ id }) => id === account.id))}
            lastMonth={lastMonth}
          />
        ))}
      </div>
      {records > 0 && (
        <p className={textStyles.muted}>
          Your {bureau} file also lists {records === 1 ? 'a public record' : `${records} public records`}.{' '}
          <Link
            to="/analytics/$tab"
            params={{ tab: 'report' }}
            hash={publicRecordsAnchor}
            hashScrollIntoView={false}
          >
            See public records
          </Link>
        </p>
      )}
    </>
  )
}

type FiltersProps = {
  accounts: readonly ShownAccount[]
  filter: AccountFilter
  onFilter: (filter: AccountFilter) => void
}

const Filters = ({ accounts, filter, onFilter }: FiltersProps) => {
  const { statuses, types } = filterOptions(accounts)
  return (
    <search className={listsStyles.filters}>
      <SearchBox
        label="Find an account"
        typed={filter.words}
        onType={words => onFilter({ ...filter, words })}
      />
      <FilterSelect
        label="Status"
        all="All statuses"
        options={statuses}
        picked={filter.status}
        onPick={status => onFilter({ ...filter, status })}
      />
      <FilterSelect
        label="Type"
        all="All types"
        options={types}
        picked={filter.type}
        onPick={type => onFilter({ ...filter, type })}
      />
    </search>
  )
}

const NoAccounts = ({ why, action }: { why?: string; action?: ReactNode }) => (
  <div className={cardStyles.card}>
    <EmptyState icon="card" title="No credit accounts found." action={action}>
      {why}
    </EmptyState>
  </div>
)

const stripMonths = 6

type AccountCardProps = {
  account: ShownAccount
  /** The same at each bureau. */
  number: string | null
  lastMonth: string | null
}

const AccountCard = memo(({ account, number, lastMonth }: AccountCardProps) => {
  const { creditorName, accountType, accountTypeDetail, currentBalance } = account
  const address = formatAddress(account.address)
  const name = number === null ? creditorName : `${creditorName} ${number}`
  const places = accountPlaces([account])
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
            {number !== null && <span className={textStyles.accountNumber}>{number}</span>}
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
      <RowStates places={places} name={name} namesBureau={false} />
      <div className={`${layoutStyles.row} ${layoutStyles.spread} ${listsStyles.foot}`}>
        <span className={address === 'No address' ? textStyles.dim : textStyles.muted}>{address}</span>
        <div className={layoutStyles.row}>
          <DisputeLink type="account" places={places} name={name} />
          <Link
            to="/analytics/$tab"
            params={{ tab: 'report' }}
            hash={accountAnchor(account.id, account.bureau)}
            hashScrollIntoView={false}
            aria-label={`All details of ${name}`}
          >
            All details
          </Link>
        </div>
      </div>
    </article>
  )
})

const StatusPill = ({ status }: { status: ShownAccount['accountStatus'] }) => {
  if (status === 'Derogatory')
    return (
      <Pill tone="red" icon="warn">
        {status}
      </Pill>
    )
  return <Pill tone={status === 'Open' || status === 'Paid' ? 'green' : 'grey'}>{status}</Pill>
}

const PaymentStrip = ({ account, lastMonth }: Pick<AccountCardProps, 'account' | 'lastMonth'>) => {
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
