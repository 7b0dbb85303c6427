import { useDeferredValue, useMemo, useState } from 'react'
import type { Bureau } from '#values/bureau.ts'
import cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import { LONG_LIST } from '#web/ui/text-search.ts'
import type { Analytics, ShownAccount } from '../../contract.ts'
import { lastGridMonth } from '../../payment-grid.ts'
import { BureauSwitch } from '../BureauSwitch.tsx'
import { SearchBox } from '../FindBox.tsx'
import { describeFileStatus } from '../file-words.ts'
import listsStyles from '../lists.module.css'
import { FilterSelect } from '../PickBox.tsx'
import { AccountCard } from './AccountCard.tsx'
import {
  type AccountFilter,
  describeCount,
  emptyFilter,
  filterAccounts,
  filterOptions,
} from './account-list.ts'

/** How many cards are drawn at once; the rest of a long list follows without holding up the page. */
const drawnFirst = 12

const none: readonly ShownAccount[] = []

/** Every account of one bureau's file as a card, with a search and filters where the list is long. */
export const AccountsTab = ({ data }: { data: Analytics }) => {
  const accounts = data.fullReport?.accountInformation ?? none
  const bureaus = data.report?.bureaus ?? []
  const [wanted, setWanted] = useState<Bureau>()
  const [filter, setFilter] = useState(emptyFilter)
  const picked = bureaus.find(each => each === wanted) ?? bureaus[0]
  // A long list is drawn behind what is typed and pressed.
  const settled = useDeferredValue(filter)
  const bureau = useDeferredValue(picked)
  const fitting = useMemo(
    () => (bureau === undefined ? [] : filterAccounts(accounts, bureau, settled)),
    [accounts, bureau, settled],
  )
  const drawn = useDeferredValue(fitting, fitting.slice(0, drawnFirst))
  if (data.fullReport === null)
    return <NoAccounts why="Accounts will appear here once you have a credit report." />
  if (picked === undefined || bureau === undefined || accounts.length === 0) return <NoAccounts />

  const all = filterAccounts(accounts, bureau, emptyFilter)
  const lastMonth = lastGridMonth(data.report?.reportDate ?? null, accounts)
  const file = data.fullReport.fileStatuses.find(status => status.bureau === bureau)
  const words = describeCount(fitting.length, all.length, bureau)
  return (
    <>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <p className={textStyles.muted} role="status">
          <b>{words.count}</b> {words.rest}
        </p>
        <BureauSwitch bureaus={bureaus} picked={picked} onPick={setWanted} />
      </div>
      {accounts.length > LONG_LIST && <Filters accounts={accounts} filter={filter} onFilter={setFilter} />}
      {all.length === 0 && (
        <NoAccounts why={file && file.status !== 'hit' ? describeFileStatus(file) : undefined} />
      )}
      {all.length > 0 && fitting.length === 0 && (
        <p className={cardStyles.card}>No account of this file fits your search.</p>
      )}
      <div className={layoutStyles.grid2}>
        {drawn.map((account, place) => (
          <AccountCard key={`${account.id} ${place}`} account={account} lastMonth={lastMonth} />
        ))}
      </div>
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

const NoAccounts = ({ why }: { why?: string }) => (
  <div className={cardStyles.card}>
    <EmptyState icon="card" title="No credit accounts found.">
      {why}
    </EmptyState>
  </div>
)
