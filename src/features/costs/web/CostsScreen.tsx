import { useState } from 'react'
import { StepHeading } from '#features/staff/web/ManagerPage.tsx'
import { mayReadCosts } from '#features/staff/web/roles.ts'
import { StaffOnly, StaffPage } from '#features/staff/web/StaffPage.tsx'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { showMonthWords } from '#values/dates.ts'
import { dollarsOf, showMoney } from '#values/money.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { SelectField } from '#web/ui/Choice.tsx'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ClientCost, KindCost, MonthLimit } from '../contract.ts'

const PAGE = 25

/** What pulls, letters and texts cost, by month and client: for leads, admins and auditors. */
export const CostsScreen = () => (
  <StaffOnly title="Costs">
    <Costs />
  </StaffOnly>
)

const Costs = () => {
  const me = useApiQuery(client.staff.me)
  const { data: manager } = me
  const reads = manager !== undefined && mayReadCosts(manager.role)
  return (
    <StaffPage me={me} list={reads && <CostBook />}>
      <StepHeading>Costs</StepHeading>
      <Pending queries={[me]} />
      <p className={textStyles.muted}>
        {manager !== undefined && !reads
          ? 'Leads, admins and auditors read what pulls, letters and texts cost.'
          : 'Pulls, letters and texts are counted when the provider accepted them, at the price of that day.'}
      </p>
    </StaffPage>
  )
}

const CostBook = () => {
  const [month, setMonth] = useState<string | undefined>(undefined)
  const { cursor: after, heading, toFirst, turning } = useCursorPages()
  const page = useApiQuery(
    client.costs.month,
    {
      limit: PAGE,
      ...(month === undefined ? {} : { month }),
      ...(after === undefined ? {} : { after }),
    },
    { keepPrevious: true },
  )
  const { data, error, isPlaceholderData } = page
  if (error !== null || !data) return <Pending queries={[page]} />
  const { next } = data
  return (
    <div className={staffStyles.wide} aria-busy={isPlaceholderData || undefined}>
      <MonthTotals
        {...data}
        onMonth={chosen => {
          setMonth(chosen)
          toFirst()
        }}
      />
      <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="by-client">
        <header>
          <h2 id="by-client" tabIndex={-1} ref={heading}>
            By client
          </h2>
        </header>
        {data.clients.length === 0 ? (
          <p className={staffStyles.waiting}>Nothing was sent this month.</p>
        ) : (
          <ClientTable clients={data.clients} />
        )}
        <CursorPages
          what="clients"
          {...turning}
          next={next}
          busy={isPlaceholderData}
          className={staffStyles.pages}
        />
      </section>
    </div>
  )
}

const kindNames = {
  pull: 'Report pulls',
  letter: 'Letters',
  certified_letter: 'Certified letters',
  return_receipt_letter: 'Letters with return receipt',
  text: 'Texts',
} as const satisfies Record<KindCost['kind'], string>

const showMonthIn = (month: string) => showMonthWords(month, { month: 'long', year: 'numeric' })

const showCents = (cents: number) => showMoney(dollarsOf(cents))

/** The cost, and how many items had no price when they were sent. */
const showCost = ({ cents, withoutPrice }: Pick<KindCost, 'cents' | 'withoutPrice'>): string => {
  if (cents === null) return 'No price'
  return withoutPrice === 0
    ? showCents(cents)
    : `${showCents(cents)} and ${withoutPrice.toLocaleString('en-US')} without a price`
}

const sumOf = (kinds: readonly KindCost[]) => {
  const priced = kinds.flatMap(({ cents }) => cents ?? [])
  return {
    cents: priced.length === 0 ? null : priced.reduce((sum, cents) => sum + cents, 0),
    withoutPrice: kinds.reduce((sum, one) => sum + one.withoutPrice, 0),
  }
}

type MonthTotalsProps = {
  month: string
  months: readonly string[]
  priced: boolean
  totals: readonly KindCost[]
  limits: readonly MonthLimit[]
  onMonth: (month: string) => void
}

const MonthTotals = ({ month, months, priced, totals, limits, onMonth }: MonthTotalsProps) => {
  const save = useApiMutation(client.costs.exportMonth, {
    onDone: (csv, input) => downloadBlob(csv, `costs-${input.month}.csv`),
  })
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="totals">
      <h2 id="totals">{showMonthIn(month)}</h2>
      <div className={staffStyles.form}>
        <SelectField
          id="month"
          label="Month"
          options={months.map(one => ({ value: one, text: showMonthIn(one) }))}
          value={month}
          onChoose={onMonth}
        />
        <Button
          icon="download"
          busy={save.isPending}
          busyText="Exporting..."
          onClick={() => save.mutate({ month })}
        >
          Export CSV
        </Button>
      </div>
      {save.error && <ErrorNote error={save.error} />}
      {!priced && (
        <Note tone="sand" title="No prices are set">
          Only counts are shown. Prices go into operator.json under costs.
        </Note>
      )}
      {totals.length > 0 && (
        <ResponsiveTable
          headers={['What', 'Count', 'Cost']}
          rightAligned={['Count', 'Cost']}
          labelledBy="totals"
        >
          {totals.map(total => (
            <tr role="row" key={total.kind}>
              <th scope="row" role="rowheader">
                {kindNames[total.kind]}
              </th>
              <td
                role="cell"
                data-l="Count"
                className={`${textStyles.number} ${responsiveTableStyles.alignEnd}`}
              >
                {total.count.toLocaleString('en-US')}
              </td>
              <td
                role="cell"
                data-l="Cost"
                className={`${textStyles.number} ${responsiveTableStyles.alignEnd}`}
              >
                {showCost(total)}
              </td>
            </tr>
          ))}
        </ResponsiveTable>
      )}
      {totals.length > 0 && <p>Total: {showCost(sumOf(totals))}</p>}
      {limits.map(limit => (
        <LimitLine key={limit.what} {...limit} />
      ))}
    </section>
  )
}

const limitNames = { pulls: 'Report pulls', letters: 'Letters' } as const satisfies Record<
  MonthLimit['what'],
  string
>

const LimitLine = ({ what, used, ofAll, ofClient }: MonthLimit) => {
  if (ofAll === null && ofClient === null) return null
  const parts = [
    ofAll === null ? null : `${used.toLocaleString('en-US')} of ${ofAll.toLocaleString('en-US')} in all`,
    ofClient === null ? null : `at most ${ofClient.toLocaleString('en-US')} for one client`,
  ].filter(part => part !== null)
  const line = `Monthly limit of ${limitNames[what].toLowerCase()}: ${parts.join(', ')}.`
  return ofAll !== null && used >= ofAll ? (
    <Note tone="red" role="status" title="A monthly limit is reached">
      {line} Further ones are refused until next month.
    </Note>
  ) : (
    <p className={textStyles.muted}>{line}</p>
  )
}

const ClientTable = ({ clients }: { clients: readonly ClientCost[] }) => (
  <ResponsiveTable
    headers={['Client', 'What was sent', 'Cost']}
    rightAligned={['Cost']}
    labelledBy="by-client"
  >
    {clients.map(({ clientId, name, kinds }) => (
      <tr role="row" key={clientId ?? 'none'}>
        <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
          {name ?? (clientId === null ? 'Numbers without an account' : 'Erased client')}
          {name === null && clientId !== null && <small className={textStyles.muted}>{clientId}</small>}
        </th>
        <td role="cell" data-l="What was sent">
          {kinds.map(({ kind, count, pages }) => (
            <small key={kind}>
              {kindNames[kind]}: {count.toLocaleString('en-US')}
              {pages !== null && `, ${pages.toLocaleString('en-US')} ${pages === 1 ? 'page' : 'pages'}`}
            </small>
          ))}
        </td>
        <td role="cell" data-l="Cost" className={`${textStyles.number} ${responsiveTableStyles.alignEnd}`}>
          {showCost(sumOf(kinds))}
        </td>
      </tr>
    ))}
  </ResponsiveTable>
)
