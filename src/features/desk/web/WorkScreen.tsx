import { useState } from 'react'
import { StepHeading } from '#features/staff/web/ManagerPage.tsx'
import { type ClientToOpen, OpenClientDialog } from '#features/staff/web/OpenClient.tsx'
import { mayServe } from '#features/staff/web/roles.ts'
import { StaffOnly, StaffPage } from '#features/staff/web/StaffPage.tsx'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { SelectField } from '#web/ui/Choice.tsx'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import {
  type DueFilter,
  dueFilters,
  MAX_COUNTED,
  type ManagerFilter,
  managerFilters,
  type WorkKind,
  workKinds,
  workWords,
} from '../work-kinds.ts'
import * as styles from './desk.module.css'
import { WorkTable } from './WorkTable.tsx'

/** What waits for staff across all clients. */
export const WorkScreen = () => (
  <StaffOnly title="Work">
    <Work />
  </StaffOnly>
)

type WorkFilter = { kind: WorkKind | null; due: DueFilter; manager: ManagerFilter }

const Work = () => {
  const me = useApiQuery(client.staff.me)
  const [filter, setFilter] = useState<WorkFilter>({ kind: null, due: 'all', manager: 'all' })
  const [whom, setWhom] = useState<ClientToOpen | null>(null)
  const { data: manager } = me
  return (
    <StaffPage
      me={me}
      list={
        manager && (
          <>
            <WorkList
              key={JSON.stringify(filter)}
              filter={filter}
              onOpen={mayServe(manager.role) ? setWhom : null}
            />
            {whom !== null && <OpenClientDialog whom={whom} onClose={() => setWhom(null)} />}
          </>
        )
      }
    >
      <StepHeading>Work</StepHeading>
      {manager && (
        <div className={`${cardStyles.card} ${layoutStyles.stack}`}>
          <Filters filter={filter} onChange={setFilter} />
        </div>
      )}
    </StaffPage>
  )
}

const dueWords: Readonly<Record<DueFilter, string>> = {
  now: 'Due now',
  week: 'Due now or within 7 days',
  all: 'Everything',
}

const managerWords: Readonly<Record<ManagerFilter, string>> = {
  mine: 'Mine',
  unassigned: 'Nobody’s',
  all: 'All that I may see',
}

type FiltersProps = { filter: WorkFilter; onChange: (filter: WorkFilter) => void }

/** Kinds with how much of each is due now, and which days to show. */
const Filters = ({ filter, onChange }: FiltersProps) => {
  const { data } = useApiQuery(client.desk.workCounts, { manager: filter.manager }, { keepPrevious: true })
  const shown = (count: number) => (count > MAX_COUNTED ? `${MAX_COUNTED}+` : String(count))
  // Letters wait for staff only if the operator leaves mailing to staff.
  const kinds = workKinds.filter(kind => kind !== 'mailing' || data?.counts.mailing !== undefined)
  return (
    <>
      <fieldset className={styles.kinds}>
        <legend>Kind of work, and how many are due</legend>
        {([null, ...kinds] as const).map(kind => (
          <button
            key={kind ?? 'all'}
            type="button"
            aria-pressed={filter.kind === kind}
            onClick={() => onChange({ ...filter, kind })}
          >
            <span>{kind === null ? 'All kinds' : workWords[kind].name}</span>
            {kind !== null && data && <b className={textStyles.number}>{shown(data.counts[kind] ?? 0)}</b>}
          </button>
        ))}
      </fieldset>
      <SelectField
        id="whose"
        label="Whose"
        options={managerFilters.map(value => ({ value, text: managerWords[value] }))}
        value={filter.manager}
        onChoose={manager => onChange({ ...filter, manager })}
      />
      <SelectField
        id="due"
        label="Show"
        options={dueFilters.map(value => ({ value, text: dueWords[value] }))}
        value={filter.due}
        onChoose={due => onChange({ ...filter, due })}
      />
    </>
  )
}

type WorkListProps = { filter: WorkFilter; onOpen: ((whom: ClientToOpen) => void) | null }

/** The queue, page by page. `onOpen` is null for auditors. */
const WorkList = ({ filter: { kind, due, manager }, onOpen }: WorkListProps) => {
  const { cursor: after, heading, turning } = useCursorPages()
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    client.desk.work,
    { due, manager, ...(kind === null ? {} : { kind }), ...(after === undefined ? {} : { after }) },
    { keepPrevious: true },
  )
  return (
    <section
      className={`${cardStyles.card} ${cardStyles.flush}`}
      aria-labelledby="work"
      aria-busy={isPlaceholderData || undefined}
    >
      <header className={styles.head}>
        <h2 id="work" tabIndex={-1} ref={heading}>
          {kind === null ? 'All work' : workWords[kind].name}
        </h2>
        <p className={textStyles.muted}>
          {kind === null ? 'The longest due first, across all clients.' : workWords[kind].hint}
        </p>
      </header>
      {data === undefined && error === null && (
        <Loading what="the work queue" className={styles.waiting}>
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
        </Loading>
      )}
      {error !== null && (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} heading="work" />
      )}
      {data?.data.length === 0 && (
        <EmptyState icon="check" title="Nothing waits here">
          Work appears here when an answer is due, a letter comes back or a client asks for something.
        </EmptyState>
      )}
      {data !== undefined && data.data.length > 0 && <WorkTable items={data.data} onOpen={onOpen} />}
      <CursorPages
        what="the work queue"
        {...turning}
        next={data?.next ?? null}
        busy={isPlaceholderData}
        className={styles.pages}
      />
    </section>
  )
}
