import { showMoney } from '#values/money.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type * as contract from '../contract.ts'
import { factorBands, rateMeasure } from '../factor-bands.ts'
import { BasisName } from './BasisList.tsx'
import * as styles from './Figures.module.css'
import { PayPlans } from './PayPlans.tsx'

const heads = ['Card', 'Use of its limit', 'Balance', 'Limit'] as const
const { good } = factorBands.credit_utilization

type CardUseProps = { cards: readonly contract.CardUse[]; plans: readonly contract.PayPlan[] }

export const CardUse = ({ cards, plans }: CardUseProps) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="card-use">
    <header>
      <div>
        <h2 className={textStyles.heading3} id="card-use">
          Use of each card
        </h2>
        <p>Balance against limit, as this report gives them. The line in each bar marks {good}%.</p>
      </div>
    </header>
    <ResponsiveTable
      headers={heads}
      labelledBy="card-use"
      rightAligned={heads.slice(2)}
      columns={[undefined, styles.barColumn, undefined, undefined]}
    >
      {cards.map(card => (
        <tr key={card.accountId} role="row">
          <th scope="row" role="rowheader" className={`${tableStyles.fullWidth} ${styles.name}`}>
            <BasisName row={card} />
            {!card.own && <small>You are an authorized user. The owner pays it.</small>}
          </th>
          <td role="cell" className={tableStyles.fullWidth}>
            {card.percent === null ? (
              <span className={textStyles.muted}>
                {card.limit === null ? 'No limit is reported' : 'No balance or no limit is reported'}
              </span>
            ) : (
              <span className={styles.bar}>
                <UseBar percent={card.percent} />
                <b>{card.use}</b>
              </span>
            )}
          </td>
          <td role="cell" className={tableStyles.alignEnd} data-l="Balance">
            {card.balance === null ? '-' : showMoney(card.balance)}
          </td>
          <td role="cell" className={tableStyles.alignEnd} data-l="Limit">
            {card.limit === null ? '-' : showMoney(card.limit)}
          </td>
        </tr>
      ))}
    </ResponsiveTable>
    <PayPlans plans={plans} />
  </section>
)

const tones = {
  excellent: styles.excellent,
  good: styles.good,
  fair: styles.fair,
  poor: styles.poor,
} as const

const UseBar = ({ percent }: { percent: number }) => (
  <svg className={tones[rateMeasure('credit_utilization', percent)]} aria-hidden="true">
    <rect className={styles.track} width="100%" height="100%" rx="5" />
    <rect className={styles.fill} width={`${Math.min(percent, 100)}%`} height="100%" rx="5" />
    {good !== null && <line className={styles.mark} x1={`${good}%`} x2={`${good}%`} y1="0" y2="100%" />}
  </svg>
)
