import { showDate } from '#values/dates.ts'
import { showMoney } from '#values/money.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type * as result from '../../what-if/step.ts'
import * as styles from '../planning.module.css'

export const noChange = 'No change'
export const untold = 'Not known'

type FileFigures = result.FileFigures

/** The cards, counts, ages and drop-offs of one bureau's file, each on demand. */
export const BureauDetails = ({
  at: { bureau, before, after, departures, dropOffs },
}: {
  at: result.BureauResult
}) => {
  const ofBureau = <span className={textStyles.visuallyHidden}> at {bureau}</span>
  return (
    <>
      {before.cards.length + after.cards.length > 0 && (
        <Disclosure summary={<>Use of each card{ofBureau}</>}>
          <Cards bureau={bureau} before={before} after={after} />
        </Disclosure>
      )}
      <Disclosure summary={<>Counts and ages{ofBureau}</>}>
        <Counts bureau={bureau} before={before} after={after} />
      </Disclosure>
      {departures.length + dropOffs.length > 0 && (
        <Disclosure summary={<>What leaves, and when{ofBureau}</>} open={departures.length > 0}>
          <Leaving departures={departures} dropOffs={dropOffs} />
        </Disclosure>
      )}
    </>
  )
}

type OfBureauProps = { bureau: string; before: FileFigures; after: FileFigures }

const cardHeads = ['Card', 'Today', 'After'] as const

const Cards = ({ bureau, before, after }: OfBureauProps) => {
  const ids = [...new Set([...before.cards, ...after.cards].map(({ accountId }) => accountId))]
  const id = `what-if-cards-${bureau}`
  const both = [
    ['Today', before],
    ['After', after],
  ] as const
  return (
    <div className={styles.table}>
      <h3 className={textStyles.visuallyHidden} id={id}>
        Use of each card at {bureau}
      </h3>
      <ResponsiveTable headers={cardHeads} labelledBy={id}>
        <tr role="row">
          <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
            All cards
          </th>
          {both.map(([when, { cardsInAll }]) => (
            <td key={when} role="cell" data-l={when}>
              {cardsInAll === null ? (
                untold
              ) : (
                <UseOf
                  percent={`${cardsInAll.percent}%`}
                  balance={cardsInAll.balance}
                  limit={cardsInAll.limit}
                />
              )}
            </td>
          ))}
        </tr>
        {ids.map(accountId => (
          <tr key={accountId} role="row">
            <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
              {[...after.cards, ...before.cards].find(card => card.accountId === accountId)?.label}
            </th>
            {both.map(([when, { cards }]) => {
              const card = cards.find(one => one.accountId === accountId)
              return (
                <td key={when} role="cell" data-l={when}>
                  {card === undefined ? (
                    'Not open'
                  ) : (
                    <UseOf percent={card.use} balance={card.balance} limit={card.limit} />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </ResponsiveTable>
    </div>
  )
}

const amount = (value: string | null, lacking: string) => (value === null ? lacking : showMoney(value))

const UseOf = ({
  percent,
  balance,
  limit,
}: {
  percent: string | null
  balance: string | null
  limit: string | null
}) => (
  <>
    {percent ?? untold}
    <small className={styles.of}>
      {amount(balance, 'no balance reported')} of {amount(limit, 'no limit reported')}
    </small>
  </>
)

const countNames: Readonly<Record<keyof FileFigures['counts'], string>> = {
  accounts: 'Accounts',
  openAccounts: 'Open accounts',
  openCards: 'Open cards',
  derogatory: 'Derogatory marks',
  lateMonths: 'Late months',
  ratedMonths: 'Months reported as paid or late',
  inquiries: 'Hard inquiries of 24 months',
}

const countHeads = ['Counted', 'Today', 'After'] as const

const showOpened = (opened: FileFigures['ages']['oldest']) =>
  opened === null ? untold : `${showDate(opened.date)}, ${opened.label}`

const Counts = ({ bureau, before, after }: OfBureauProps) => {
  const id = `what-if-counts-${bureau}`
  const row = (name: string, of: (figures: FileFigures) => string) => (
    <tr key={name} role="row">
      <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
        {name}
      </th>
      <td role="cell" data-l="Today">
        {of(before)}
      </td>
      <td role="cell" data-l="After">
        {of(before) === of(after) ? <span className={textStyles.muted}>{noChange}</span> : of(after)}
      </td>
    </tr>
  )
  return (
    <div className={styles.table}>
      <h3 className={textStyles.visuallyHidden} id={id}>
        Counts and ages at {bureau}
      </h3>
      <ResponsiveTable headers={countHeads} labelledBy={id}>
        {Object.entries(countNames).map(([name, words]) =>
          row(words, ({ counts }) => String(Object.entries(counts).find(([key]) => key === name)?.[1] ?? 0)),
        )}
        {row('Average age of open accounts, years', ({ ages }) => ages.averageYears?.toFixed(2) ?? untold)}
        {row('Oldest open account', ({ ages }) => showOpened(ages.oldest))}
        {row('Newest open account', ({ ages }) => showOpened(ages.newest))}
      </ResponsiveTable>
    </div>
  )
}

const Leaving = ({ departures, dropOffs }: Pick<result.BureauResult, 'departures' | 'dropOffs'>) => (
  <div className={layoutStyles.stackSmall}>
    {departures.length > 0 && (
      <>
        <h3>Leaves during your steps</h3>
        <ul className={styles.notes}>
          {departures.map(({ label, value, latest }) => (
            <li key={`${label} ${value} ${latest}`}>
              {value}: {label}, after {showDate(latest)}
            </li>
          ))}
        </ul>
      </>
    )}
    {dropOffs.length > 0 && (
      <>
        <h3>Leaves next</h3>
        <ul className={styles.notes}>
          {dropOffs.map(({ label, value, latest, why }) => (
            <li key={`${label} ${value} ${latest}`}>
              {value}: {label},{' '}
              {latest === null ? `${untold.toLowerCase()}. ${why}` : `after ${showDate(latest)}`}
            </li>
          ))}
        </ul>
      </>
    )}
    <p className={textStyles.muted}>
      The last day on which a bureau may list a negative item by law, and when inquiries usually leave. A
      bureau may remove an item sooner.
    </p>
  </div>
)
