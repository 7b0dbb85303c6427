import { Link } from '@tanstack/react-router'
import { showMoney } from '#values/money.ts'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { PayPlan } from '../contract.ts'
import { BasisName } from './BasisList.tsx'
import * as styles from './Figures.module.css'

/** The target of links from recommendations about balances. */
export const payPlanAnchor = 'pay-plan'

const headOf = ({ belowPercent }: PayPlan): string => `To be below ${belowPercent}%`

/** The payments that reach each better rating of card use. The plan for the best rating pays on the most cards. */
export const PayPlans = ({ plans }: { plans: readonly PayPlan[] }) => {
  const farthest = plans.at(-1)
  return (
    farthest && (
      <div className={styles.plans}>
        <div className={styles.intro}>
          <h3 id={payPlanAnchor} tabIndex={-1}>
            Pay plan
          </h3>
          <p className={textStyles.muted}>
            The least to pay for all cards together to be below a share of their limits, the most used card
            first. By the balances of this report: new purchases and interest change them. We cannot promise a
            score.{' '}
            <Link to="/plan/$tab" params={{ tab: 'payoff' }}>
              Plan your payments month by month
            </Link>
          </p>
        </div>
        <ResponsiveTable
          headers={['Card', ...plans.map(headOf)]}
          labelledBy={payPlanAnchor}
          rightAligned={plans.map(headOf)}
          footer={
            <tr role="row">
              <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
                Total
              </th>
              {plans.map(plan => (
                <td
                  key={plan.belowPercent}
                  role="cell"
                  className={tableStyles.alignEnd}
                  data-l={headOf(plan)}
                >
                  {showMoney(plan.total)}
                </td>
              ))}
            </tr>
          }
        >
          {farthest.payments.map(({ accountId, bureau, label }) => (
            <tr key={accountId} role="row">
              <th scope="row" role="rowheader" className={`${tableStyles.fullWidth} ${styles.name}`}>
                <BasisName row={{ accountId, bureau, label }} />
              </th>
              {plans.map(plan => (
                <Payment key={plan.belowPercent} plan={plan} accountId={accountId} />
              ))}
            </tr>
          ))}
        </ResponsiveTable>
      </div>
    )
  )
}

const Payment = ({ plan, accountId }: { plan: PayPlan; accountId: string }) => {
  const payment = plan.payments.find(one => one.accountId === accountId)
  return (
    <td role="cell" className={tableStyles.alignEnd} data-l={headOf(plan)}>
      {payment === undefined ? (
        'Nothing'
      ) : (
        <>
          {showMoney(payment.amount)}
          <small className={styles.left}>leaves {showMoney(payment.balanceAfter)}</small>
        </>
      )}
    </td>
  )
}
