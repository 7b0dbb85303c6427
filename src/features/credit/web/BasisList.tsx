import { Link } from '@tanstack/react-router'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as evidenceStyles from '#web/ui/Evidence.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { Basis } from '../contract.ts'
import { findBasisLocation } from './tabs.ts'

const listed = 50

export const BasisList = ({ basis }: { basis: readonly Basis[] }) => (
  <>
    <ul className={evidenceStyles.list}>
      {basis.slice(0, listed).map(row => (
        <li key={`${row.accountId ?? row.inquiryId ?? row.recordId} ${row.bureau} ${row.value}`}>
          <BasisName row={row} /> {row.bureau && <Bureau bureau={row.bureau} />}
          <span className={evidenceStyles.number}>{row.value}</span>
        </li>
      ))}
    </ul>
    {basis.length > listed && (
      <p className={textStyles.muted}>
        And {basis.length - listed} more. All {basis.length} are in Raw Data.
      </p>
    )}
  </>
)

type BasisNameProps = {
  row: Omit<Basis, 'value'>
  /** Distinguishes the row from others with the same label. */
  name?: string
}

export const BasisName = ({ row, name }: BasisNameProps) => {
  const place = findBasisLocation(row)
  return place === null ? (
    <b>{row.label}</b>
  ) : (
    <Link
      to="/analytics/$tab"
      params={{ tab: place.tab }}
      hash={place.id}
      hashScrollIntoView={false}
      aria-label={name}
    >
      {row.label}
    </Link>
  )
}
