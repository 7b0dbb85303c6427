import { memo } from 'react'
import type { Bureau } from '#values/bureau.ts'
import cardStyles from '#web/ui/Card.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import type { Chip } from '../account-comparison.ts'
import { ComparisonTable } from './ComparisonTable.tsx'
import type { ComparedAccount } from './compared.ts'
import fullReportStyles from './FullReport.module.css'
import { PaymentHistory } from './PaymentHistory.tsx'

const ChipPill = ({ chip }: { chip: Chip }) => (
  <Pill tone={chip.tone === 'plain' ? 'grey' : chip.tone} icon={chip.tone === 'red' ? 'warn' : undefined}>
    {chip.text}
  </Pill>
)

type CreditorCardProps = { compared: ComparedAccount; columns: readonly Bureau[]; hidden: boolean }

/** One creditor, open from the start: what each bureau reports, and two years of payments. */
export const CreditorCard = ({ compared, columns, hidden }: CreditorCardProps) => (
  <details
    className={
      compared.differs
        ? `${cardStyles.card} ${cardStyles.flush} ${fullReportStyles.creditor}`
        : `${cardStyles.card} ${cardStyles.flush} ${fullReportStyles.creditor} ${fullReportStyles.same}`
    }
    hidden={hidden}
    open
  >
    <Inside compared={compared} columns={columns} />
  </details>
)

const Inside = memo(({ compared, columns }: Omit<CreditorCardProps, 'hidden'>) => {
  const { creditor, grid, linked } = compared
  return (
    <>
      <summary>
        <span className={fullReportStyles.title}>
          <h2>{creditor.name}</h2>
          <small>{creditor.subtitle}</small>
        </span>
        <span className={fullReportStyles.chips}>
          {creditor.chips.map(chip => (
            <ChipPill key={chip.text} chip={chip} />
          ))}
        </span>
        <Icon name="chev" />
      </summary>
      <ComparisonTable creditor={creditor} columns={columns} linked={linked} />
      <PaymentHistory name={creditor.name} grid={grid} columns={columns} />
    </>
  )
})
