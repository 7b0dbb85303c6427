import cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Advice } from '../contract.ts'
import tradelinesStyles from './tradelines.module.css'

const reasons = {
  bank_derogatory: 'An account with this bank went badly in your report',
  bank_in_report: 'You have an account with this bank already',
  deadline_passed: 'The last day to buy is over',
} as const satisfies Record<Advice['leftOut'][number]['reason'], string>

/** Lines that were not considered; a supplier would turn them down. */
export const LeftOut = ({ leftOut }: Pick<Advice, 'leftOut'>) => {
  const count = leftOut.reduce((sum, { names }) => sum + names.length, 0)
  if (count === 0) return null
  return (
    <Disclosure
      className={`${cardStyles.card} ${tradelinesStyles.leftOut}`}
      summary={count === 1 ? '1 line was left out, and why' : `${count} lines were left out, and why`}
    >
      <dl className={layoutStyles.stackSmall}>
        {leftOut.map(({ reason, names }) => (
          <div key={reason}>
            <dt>{reasons[reason]}</dt>
            <dd className={textStyles.muted}>{[...new Set(names)].join(', ')}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
