import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FullReport } from '#features/reports/contract.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ComparedAccount } from './comparison.ts'
import * as styles from './ReportIndex.module.css'
import { publicRecordsAnchor } from './tabs.ts'
import { reveal } from './use-scroll-to-hash.ts'

/** The heading line of the nth card. */
export const creditorAnchor = (place: number): string => `creditor-${place + 1}`

type ReportIndexProps = {
  creditors: readonly ComparedAccount[]
  matching: ReadonlySet<ComparedAccount>
  records: FullReport['publicRecords']
}

/** The number of entries from which a report gets an index. */
const LEAST_PLACES = 4

/** Every account and the public records, as links that open what is folded. Starts closed on a phone. */
export const ReportIndex = ({ creditors, matching, records }: ReportIndexProps) => {
  const [open] = useState(() => matchMedia('(min-width: 48rem)').matches)
  const places = creditors.map((compared, place) => ({ compared, anchor: creditorAnchor(place) }))
  if (creditors.length + records.length < LEAST_PLACES) return null
  return (
    <nav className={`${cardStyles.card} ${styles.index}`} aria-label="In this report">
      <Disclosure summary="In this report" open={open}>
        <ul>
          {places
            .filter(({ compared }) => matching.has(compared))
            .map(({ compared, anchor }) => (
              <li key={anchor}>
                <Place anchor={anchor} name={compared.creditor.name} number={compared.number}>
                  {marksOf(compared)}
                </Place>
              </li>
            ))}
          {records.length > 0 && (
            <li>
              <Place anchor={publicRecordsAnchor} name="Public records" number={null}>
                {records.length === 1 ? '1 record' : `${records.length} records`}
              </Place>
            </li>
          )}
        </ul>
      </Disclosure>
    </nav>
  )
}

const marksOf = ({ derogatory, differs }: ComparedAccount): string =>
  [derogatory && 'derogatory', differs && 'differs'].filter(Boolean).join(', ')

type PlaceProps = { anchor: string; name: string; number: string | null; children: string }

const Place = ({ anchor, name, number, children }: PlaceProps) => (
  <Link
    to="/analytics/$tab"
    params={{ tab: 'report' }}
    hash={anchor}
    hashScrollIntoView={false}
    resetScroll={false}
    replace
    onClick={() => reveal(anchor)}
  >
    {name}
    {number !== null && <span className={textStyles.accountNumber}> {number}</span>}
    {children !== '' && <small>{children}</small>}
  </Link>
)
