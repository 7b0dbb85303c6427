import { type ReactNode, useState } from 'react'
import { localToday } from '#features/reports/web/parts-text.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { DropOff } from '../contract.ts'
import { describeBureauWord } from '../wording.ts'
import { DisputeLink } from './ActionLinks.tsx'
import { BasisName } from './BasisList.tsx'
import { describeDropOff, placeOf, yearsAhead } from './drop-off-text.ts'
import * as styles from './Figures.module.css'

/**
 * The last day on which the law lets a bureau list each negative item, and when inquiries usually drop off. The bar in
 * each row spans the years to the last of these days.
 */
export const DropOffs = ({ dropOffs }: { dropOffs: readonly DropOff[] }) => {
  const today = localToday()
  const inquiries = dropOffs.filter(({ kind }) => kind === 'inquiry')
  const negative = dropOffs.filter(({ kind }) => kind !== 'inquiry')
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="drop-offs">
      <header>
        <div>
          <h2 className={textStyles.heading3} id="drop-offs">
            When items leave your report
          </h2>
          <p>
            Counted from the dates of this report. A bureau may remove an item sooner. Paying or selling a
            debt does not start its time again.
          </p>
        </div>
      </header>
      {negative.length > 0 && (
        <Group id="negative-items" title="Negative items" items={negative} today={today}>
          The last day that federal law (15 U.S.C. 1681c) lets a bureau list each one. These times do not bind
          reports for credit of $150,000 or more, or for some jobs and life insurance (1681c(b)).
        </Group>
      )}
      {inquiries.length > 0 && (
        <Group id="inquiries-leave" title="Inquiries" items={inquiries} today={today}>
          Bureaus keep inquiries for about two years. This is their practice; no law sets the time.
        </Group>
      )}
    </section>
  )
}

const shownFirst = 4
const heads = ['Item', 'Counted from', 'Leaves'] as const

type GroupProps = {
  id: string
  title: string
  items: readonly DropOff[]
  today: string
  children: ReactNode
}

const Group = ({ id, title, items, today, children }: GroupProps) => {
  const [showsAll, setShowsAll] = useState(false)
  const years = yearsAhead(items, today)
  return (
    <div className={styles.group}>
      <div className={styles.intro}>
        <h3 id={id}>{title}</h3>
        <p className={textStyles.muted}>{children}</p>
      </div>
      <ResponsiveTable headers={heads} labelledBy={id} columns={[styles.item, undefined, styles.leaves]}>
        {items.slice(0, showsAll ? items.length : shownFirst).map(item => (
          <Row
            key={`${item.accountId ?? item.recordId ?? item.inquiryId} ${item.value} ${item.bureaus.join(' ')}`}
            item={item}
            today={today}
            years={years}
          />
        ))}
      </ResponsiveTable>
      {items.length > shownFirst && (
        <Button variant="link" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${items.length}`}
          <span className={textStyles.visuallyHidden}>: {title}</span>
        </Button>
      )}
    </div>
  )
}

type RowProps = { item: DropOff; today: string; years: readonly number[] }

const Row = ({ item, today, years }: RowProps) => {
  const { text, isOver } = describeDropOff(item, today)
  const { accountId, bureaus, from, kind, label, source, value, why } = item
  const bureauWord = describeBureauWord(item)
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={`${tableStyles.fullWidth} ${styles.name}`}>
        <BasisName
          row={item}
          name={[label, value, ...bureaus, ...(from === null ? [] : [showDate(from.date)])].join(', ')}
        />
        <small>
          {kind === 'inquiry' ? '' : `${value} `}
          {bureaus.map(bureau => (
            <Bureau key={bureau} bureau={bureau} />
          ))}
        </small>
      </th>
      <td role="cell" className={tableStyles.fullWidth} data-l="Counted from">
        {from === null ? 'No date' : `${from.name} ${showDate(from.date)}`}
        {kind !== 'inquiry' && (
          <small className={styles.why}>
            {why} {source}
          </small>
        )}
      </td>
      <td role="cell" className={tableStyles.fullWidth} data-l="Leaves">
        <b>{text}</b>
        {isOver && kind !== 'inquiry' && (
          <span className={styles.over}>
            <Pill tone="amber" icon="warn">
              This day is over
            </Pill>
            {accountId !== undefined && (
              <DisputeLink action={{ type: 'account', itemId: accountId, label, bureaus }} />
            )}
          </span>
        )}
        {bureauWord !== null && <small className={styles.why}>{bureauWord}</small>}
        {item.latest !== null && <TimeBar item={item} years={years} />}
      </td>
    </tr>
  )
}

/** From the beginning of this year to the day; lighter where the day is not certain. */
const TimeBar = ({ item: { earliest, latest }, years }: { item: DropOff; years: readonly number[] }) => {
  const share = (day: string) => `${(placeOf(day, years) * 100).toFixed(1)}%`
  return (
    <svg className={styles.timeBar} aria-hidden="true">
      <rect className={styles.track} width="100%" height="8" rx="4" />
      {latest !== null && <rect className={styles.uncertain} width={share(latest)} height="8" rx="4" />}
      {earliest !== null && <rect className={styles.open} width={share(earliest)} height="8" rx="4" />}
      <text x="0" y="22">
        {years[0]}
      </text>
      <text className={styles.end} x="100%" y="22">
        {(years.at(-1) ?? 0) + 1}
      </text>
    </svg>
  )
}
