import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { describePartDates, describeReportDate, localToday } from '#features/reports/web/parts-text.ts'
import { useBelowTheFold } from '#web/below-the-fold.ts'
import { serviceName } from '#web/service-name.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { LONG_LIST } from '#web/ui/text-search.ts'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { Analytics } from '../contract.ts'
import { CreditorCard } from './CreditorCard.tsx'
import {
  accountsOpenAtFirst,
  buildComparison,
  bureausToCompare,
  type ComparedAccount,
  canCompareBureaus,
  searchAccounts,
} from './comparison.ts'
import * as fullReportStyles from './FullReport.module.css'
import { describeFileStatus } from './file-status.ts'
import { SearchBox } from './list-filters.tsx'
import * as listsStyles from './lists.module.css'
import { countAccounts } from './lists.ts'
import { PublicRecords } from './PublicRecords.tsx'
import { creditorAnchor, ReportIndex } from './ReportIndex.tsx'
import { useScrollToHash } from './use-scroll-to-hash.ts'

/**
 * The rest of a long report is rendered without blocking the page; on the first screen of a visit, after the first paint.
 */
const renderedFirst = 6
const seenFirst = 2

export const FullReport = ({ data }: { data: Analytics }) => {
  const { fullReport, report } = data
  const columns = useMemo(() => bureausToCompare(data), [data])
  const creditors = useMemo(() => buildComparison(data, columns), [data, columns])
  const [typed, setTyped] = useState('')
  // Typed text shows immediately and cards follow; hiding a card is cheaper than removing it.
  const searched = useDeferredValue(typed)
  const matching = useMemo(() => new Set(searchAccounts(creditors, searched)), [creditors, searched])
  const { count, repeated } = useMemo(
    () => countAccounts(rowsOf([...matching]), rowsOf(creditors)),
    [matching, creditors],
  )
  const belowTheFold = useBelowTheFold()
  const rendered = useDeferredValue(creditors, creditors.slice(0, belowTheFold ? renderedFirst : seenFirst))
  const [onlyDiffering, setOnlyDiffering] = useState(false)
  // The button responds immediately; hiding rows of a hundred accounts may take longer.
  const hidesSame = useDeferredValue(onlyDiffering)
  const { isOpen, onToggle, toggleAll, allOpen } = useOpenAccounts(creditors)
  useScrollToHash(rendered.length === creditors.length)
  if (!fullReport || !report) return <NoReport message={data.message} />

  const { publicRecords } = fullReport
  const comparable = canCompareBureaus(creditors)
  const differing = creditors.filter(creditor => creditor.differs).length
  const date = describeReportDate(report.parts)
  const partDates = describePartDates(report.parts, localToday())
  return (
    <>
      <p className={textStyles.printOnly}>
        <b>{date ?? 'Credit report'}</b>, printed from {serviceName}. Keep it in a safe place.
      </p>
      {partDates !== null && <Note tone="plain">{partDates}</Note>}
      <ReportNotes data={data} />
      <div className={fullReportStyles.toolbar}>
        <p className={textStyles.muted} role="status">
          <b>{count}.</b> {comparable && <Differing count={differing} />}
          {repeated}
        </p>
        <div className={`${layoutStyles.row} ${fullReportStyles.buttons}`}>
          {creditors.length > 0 && (
            <Button icon={allOpen ? 'minus' : 'plus'} onClick={toggleAll}>
              {allOpen ? 'Collapse all' : 'Expand all'}
            </Button>
          )}
          {comparable && (
            <Button
              icon="filter"
              aria-pressed={onlyDiffering}
              onClick={() => setOnlyDiffering(!onlyDiffering)}
            >
              Only rows that differ
            </Button>
          )}
          <Button icon="print" onClick={() => print()}>
            Print
          </Button>
        </div>
      </div>
      {creditors.length > LONG_LIST && (
        <search className={listsStyles.filters}>
          <SearchBox label="Find a creditor" typed={typed} onType={setTyped} />
        </search>
      )}
      <ReportIndex creditors={creditors} matching={matching} records={publicRecords} />
      {creditors.length > 0 && matching.size === 0 && (
        <p className={cardStyles.card}>No account matches your search.</p>
      )}
      {creditors.length === 0 && <p className={cardStyles.card}>No credit accounts found.</p>}
      {hidesSame && differing === 0 && <p className={cardStyles.card}>No rows differ between the bureaus.</p>}
      <div
        className={hidesSame ? `${layoutStyles.stack} ${fullReportStyles.onlyDiffering}` : layoutStyles.stack}
      >
        {rendered.map((compared, place) => (
          <CreditorCard
            key={compared.creditor.key}
            compared={compared}
            columns={columns}
            anchor={creditorAnchor(place)}
            hidden={!matching.has(compared)}
            open={isOpen(compared)}
            onToggle={onToggle}
          />
        ))}
      </div>
      {publicRecords.length > 0 && <PublicRecords records={publicRecords} />}
    </>
  )
}

const rowsOf = (creditors: readonly ComparedAccount[]) =>
  creditors.flatMap(({ creditor }) => creditor.accounts)

/** Which cards are open: those of `accountsOpenAtFirst`, except those changed by the user or the browser. */
const useOpenAccounts = (creditors: readonly ComparedAccount[]) => {
  const atFirst = useMemo(
    () => new Set(accountsOpenAtFirst(creditors).map(({ creditor }) => creditor.key)),
    [creditors],
  )
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ creditor: { key } }: ComparedAccount) => changed.has(key) !== atFirst.has(key)
  const onToggle = useCallback(
    (key: string, opened: boolean) =>
      setChanged(before => {
        const differs = opened !== atFirst.has(key)
        if (differs === before.has(key)) return before
        return differs ? new Set([...before, key]) : new Set([...before].filter(other => other !== key))
      }),
    [atFirst],
  )
  const allOpen = creditors.every(isOpen)
  const toggleAll = () => {
    const keys = creditors.map(({ creditor }) => creditor.key)
    setChanged(new Set(keys.filter(key => atFirst.has(key) === allOpen)))
  }
  return { isOpen, onToggle, toggleAll, allOpen }
}

const Differing = ({ count }: { count: number }) => {
  if (count === 0) return 'No row differs between the bureaus.'
  return `${count} of them ${count === 1 ? 'is' : 'are'} reported differently by the bureaus. Different does not always mean wrong.`
}

const NoReport = ({ message }: { message: string | null }) => {
  const card = useFocusFallback()
  return (
    <div className={cardStyles.card} ref={card}>
      <EmptyState icon="chart" title={message ?? noReportMessage} action={<GetReportActions />}>
        Its accounts appear here once you have one.
      </EmptyState>
    </div>
  )
}

export const ReportNotes = ({ data: { fullReport, report } }: { data: Analytics }) => {
  const silent = fullReport?.fileStatuses.filter(file => file.status !== 'hit') ?? []
  const merged = fullReport?.accountInformation.some(account => account.valuesShared) ?? false
  const warnings = report?.warnings ?? []
  return (
    <>
      {silent.length > 0 && (
        <Note tone="plain" icon="shield" title="Not every bureau sent a file">
          {silent.map(file => (
            <p key={file.bureau}>{describeFileStatus(file)}</p>
          ))}
        </Note>
      )}
      {merged && (
        <Note tone="plain" title="Shared values">
          This file lists one set of values for all bureaus, so we can't compare them. Columns marked “Shared
          values” show that set.
        </Note>
      )}
      {warnings.length > 0 && (
        <Note tone="plain" title="Import notes">
          {warnings.map(warning => (
            <p key={`${warning.code} ${warning.message}`}>{warning.message}</p>
          ))}
        </Note>
      )}
    </>
  )
}
