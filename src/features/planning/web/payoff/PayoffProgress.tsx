import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { PayoffStart } from '../../payoff/payoff.ts'
import * as styles from './payoff.module.css'

/** Each saved payoff plan compared with the newest report. */
export const PayoffProgress = ({ saved }: Pick<PayoffStart, 'saved'>) => {
  const { data } = useApiQuery(client.planning.list)
  if (saved.length === 0) return null
  const nameOf = (planId: string) => data?.data.find(({ id }) => id === planId)?.name ?? 'Saved plan'
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="payoff-progress">
      <div>
        <h2 className={textStyles.heading3} id="payoff-progress">
          Your plans and your newest report
        </h2>
        <p className={textStyles.muted}>
          What each plan expected a card to owe on the day of its reported balance. New purchases count too.
        </p>
      </div>
      <ul className={styles.plans}>
        {saved.map(({ planId, sentence, cards }) => (
          <li key={planId}>
            <p>
              <b>{nameOf(planId)}</b>
              <br />
              {sentence}
            </p>
            <Disclosure summary="Card by card">
              <dl className={layoutStyles.stackSmall}>
                {cards.map(card => (
                  <div key={card.accountId}>
                    <dt>{card.label}</dt>
                    <dd className={textStyles.muted}>{card.sentence}</dd>
                  </div>
                ))}
              </dl>
            </Disclosure>
          </li>
        ))}
      </ul>
    </section>
  )
}
