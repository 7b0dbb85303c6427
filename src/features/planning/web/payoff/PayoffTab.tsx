import { useEffect, useRef, useState } from 'react'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { dayIn } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { SavedPlan } from '../../contract.ts'
import type { PayoffRequest, PayoffStart } from '../../payoff/payoff.ts'
import { SavedPlans, SavePlan } from '../SavedPlans.tsx'
import { PayoffForm } from './PayoffForm.tsx'
import { PayoffResult } from './PayoffResult.tsx'
import * as styles from './payoff.module.css'

/** What to pay on which card: the cards of the report with typed APRs, a goal and amounts; then the plan. */
export const PayoffTab = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.planning.payoffStart)
  if (error && !data) return <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <Loading what="your cards">
        <Skeleton height="20rem" />
      </Loading>
    )
  return (
    <>
      <Payoff start={data} />
      <PayoffProgress saved={data.saved} />
    </>
  )
}

const NoCards = ({ hasReport }: { hasReport: boolean }) => (
  <section className={cardStyles.card}>
    <EmptyState
      icon="card"
      title={hasReport ? 'No card to pay' : noReportMessage}
      action={!hasReport && <GetReportActions />}
    >
      {hasReport
        ? 'Your newest report has no open card of your own with a balance.'
        : 'The cards to pay are taken from your own report.'}
    </EmptyState>
  </section>
)

const Payoff = ({ start }: { start: PayoffStart }) => {
  const [open, setOpen] = useState<SavedPlan | null>(null)
  const [startsOn, setStartsOn] = useState('')
  const calculation = useApiMutation(client.planning.payoff)
  const calculate = (request: PayoffRequest, from: string) => {
    setStartsOn(from)
    calculation.mutate(request)
  }
  const saved = open?.content.kind === 'payoff' ? open.content : null
  const asked = calculation.variables
  const found = calculation.data
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (found === undefined) return
    result.current?.scrollIntoView({ block: 'start' })
    result.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [found])
  return (
    <>
      {start.cards.length === 0 && saved === null ? (
        <NoCards hasReport={start.hasReport} />
      ) : (
        <PayoffForm
          key={open?.id}
          start={start}
          saved={saved?.request ?? null}
          busy={calculation.isPending}
          refused={calculation.error?.fields}
          onGood={request => calculate(request, saved?.startsOn ?? dayIn(browserTimeZone, new Date()))}
        />
      )}
      {calculation.error && Object.keys(calculation.error.fields).length === 0 && (
        <ErrorNote error={calculation.error} safe="Nothing was changed." />
      )}
      {open !== null && (
        <div className={layoutStyles.row}>
          <Button
            onClick={() => {
              setOpen(null)
              calculation.reset()
            }}
          >
            Start a new plan
          </Button>
        </div>
      )}
      <p className={textStyles.visuallyHidden} role="status">
        {found?.kind === 'plan' && 'Your plan is calculated.'}
      </p>
      {found && asked && (
        <div className={layoutStyles.stack} ref={result}>
          <PayoffResult found={found} asked={asked} startsOn={startsOn}>
            <SavePlan open={open} content={{ kind: 'payoff', startsOn, request: asked }} onSaved={setOpen} />
          </PayoffResult>
        </div>
      )}
      <SavedPlans
        kind="payoff"
        about="Each keeps what you entered, and is compared with your newest report below."
        onOpen={plan => {
          if (plan.content.kind !== 'payoff') return
          setOpen(plan)
          calculate(plan.content.request, plan.content.startsOn)
        }}
      />
    </>
  )
}

/** Each saved payoff plan compared with the newest report. */
const PayoffProgress = ({ saved }: Pick<PayoffStart, 'saved'>) => {
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
