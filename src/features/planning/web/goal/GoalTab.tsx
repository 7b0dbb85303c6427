import { Link } from '@tanstack/react-router'
import { GoalCard } from '#features/account/web/GoalCard.tsx'
import { Checklist } from '#features/checklist/web/Checklist.tsx'
import { useChecklist } from '#features/checklist/web/use-checklist.ts'
import type { Analytics, Factor } from '#features/credit/contract.ts'
import { RatingPill } from '#features/credit/web/FactorCard.tsx'
import { MainAlertPanel } from '#features/credit/web/MainAlertPanel.tsx'
import { useAnalytics } from '#features/credit/web/use-analytics.ts'
import { frozenBureaus } from '#features/disputes/freezes/freeze-words.ts'
import { NextAnswerDue } from '#features/disputes/web/AnswersDue.tsx'
import { StatusPill } from '#features/disputes/web/StatusPills.tsx'
import type { UserInfo } from '#features/identity/contract.ts'
import { useUser } from '#features/identity/web/session.ts'
import type { FullReport } from '#features/reports/contract.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { OldReportNote } from '#features/reports/web/OldReportNote.tsx'
import { localToday } from '#features/reports/web/parts-text.ts'
import { alertAt } from '#features/tradelines/credit-file.ts'
import { showDate, showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { dropOffsBefore, goalTargetDay, listObstacles, type Obstacle } from '../../goal/goal-view.ts'
import * as styles from '../planning.module.css'
import { Progress } from './Progress.tsx'

/** Progress toward the goal: the best next action, obstacles, and what changes without action. */
export const GoalTab = () => {
  const { goal } = useUser()
  const { data, error, isFetching, refetch } = useAnalytics()
  const checklist = useChecklist()
  if (error && !data) return <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (data === undefined || !checklist.isFetched)
    return (
      <Loading what="where you stand">
        <Skeleton height="8rem" />
        <Skeleton height="14rem" />
      </Loading>
    )
  const steps = checklist.data?.steps ?? []
  return (
    <>
      <GoalCard goal={goal} />
      {data.report && <OldReportNote parts={data.report.parts} />}
      {steps.length > 0 && <Checklist steps={steps} />}
      <MainAlertPanel
        alert={data.mainAlert}
        hasReport={data.report !== null}
        actions={data.report === null && !data.isProcessing && <GetReportActions />}
      />
      <Obstacles goal={goal} report={data.fullReport} />
      {data.creditFactors.length > 0 && <Factors factors={data.creditFactors} />}
      <OpenDisputes />
      {data.figures && <Leaving dropOffs={data.figures.dropOffs} />}
      {data.report && <Progress key={data.report.id} />}
    </>
  )
}

const factorHeads = ['What shapes your scores', 'Now', 'Rating'] as const

const Factors = ({ factors }: { factors: readonly Factor[] }) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="where-you-are">
    <header>
      <div>
        <h2 className={textStyles.heading3} id="where-you-are">
          Where you are
        </h2>
        <p>By your newest report. No rating promises a score or a lender’s answer.</p>
      </div>
      <div className={layoutStyles.row}>
        <Link {...buttonLook({ size: 'small' })} to="/analytics/$tab" params={{ tab: 'overview' }}>
          See what to do about each
        </Link>
        <Link {...buttonLook({ size: 'small' })} to="/plan/$tab" params={{ tab: 'what-if' }}>
          Try a step
        </Link>
      </div>
    </header>
    <ResponsiveTable headers={factorHeads} labelledBy="where-you-are">
      {factors.map(({ id, title, value, rating }) => (
        <tr key={id} role="row">
          <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
            {title}
          </th>
          <td role="cell" data-l="Now">
            {value}
          </td>
          <td role="cell" data-l="Rating">
            <RatingPill rating={rating} />
          </td>
        </tr>
      ))}
    </ResponsiveTable>
  </section>
)

/** What drops off the report without action before the goal's month ends. */
const Leaving = ({ dropOffs }: { dropOffs: NonNullable<Analytics['figures']>['dropOffs'] }) => {
  const targetDay = goalTargetDay(useUser().goal)
  if (targetDay === null) return null
  const leaving = dropOffsBefore(dropOffs, localToday(), targetDay)
  const unknown = dropOffs.filter(({ latest }) => latest === null).length
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="leaving">
      <div>
        <h2 className={textStyles.heading3} id="leaving">
          What drops off your report by {showDay(targetDay)}
        </h2>
        <p className={textStyles.muted}>
          {leaving.length === 0
            ? 'Nothing with a known date drops off before then.'
            : 'These items drop off without any action from you, and a bureau may remove one sooner.'}
          {unknown > 0 && ` For ${unknown} ${unknown === 1 ? 'item' : 'items'} the date is not known.`}
        </p>
      </div>
      {leaving.length > 0 && (
        <ul className={styles.notes}>
          {leaving.map(({ label, value, bureaus, latest }) => (
            <li key={`${label} ${value} ${bureaus.join(' ')} ${latest}`}>
              {value}: {label} at {showList(bureaus)}, after {showDate(latest)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * What keeps a lender from the file or requires more checks: a freeze (15 USC 1681c-1(i)), which lets it treat an
 * application as incomplete ((i)(3)(D)), and a fraud alert, which requires it to verify the identity (1681c-1(h)).
 */
const Obstacles = ({ goal, report }: { goal: UserInfo['goal']; report: FullReport | null }) => {
  const { data, error, isFetching, refetch } = useApiQuery(client.freezes.list)
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} />
  const obstacles = listObstacles(goal, {
    frozenAt: frozenBureaus(data?.data ?? [], localToday()),
    alertAt: report === null ? [] : alertAt(report),
  })
  return obstacles.map(obstacle => <ObstacleNote key={obstacle.kind} obstacle={obstacle} />)
}

const ObstacleNote = ({ obstacle: { kind, bureaus } }: { obstacle: Obstacle }) =>
  kind === 'freeze' ? (
    <Note
      tone="amber"
      icon="snow"
      title={`Your file is frozen at ${showList(bureaus)}`}
      action={
        <Link {...buttonLook({ size: 'small' })} to="/disputes/freezes">
          See your freezes
        </Link>
      }
    >
      A new lender cannot see it. Lift the freeze for the days on which you apply: online or by phone it takes
      an hour by law. Until then it protects you.
    </Note>
  ) : (
    <Note tone="amber" title={`There is an alert on your file at ${showList(bureaus)}`}>
      With a fraud or active duty alert a lender must take steps to verify your identity, so the answer may
      take longer. Have your identification ready.
    </Note>
  )

const heads = ['Dispute', 'Status', 'Answer due'] as const

/** Disputes that are not closed, with the next day on which an answer is due. */
const OpenDisputes = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.disputes.list)
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} />
  const open = (data ?? []).filter(({ status }) => status !== 'CLOSED')
  if (open.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="open-disputes">
      <header>
        <div>
          <h2 className={textStyles.heading3} id="open-disputes">
            Open disputes
          </h2>
          <p>Record each answer when it comes; then the next step opens.</p>
        </div>
        <Link {...buttonLook({ size: 'small' })} to="/disputes">
          See all disputes
        </Link>
      </header>
      <ResponsiveTable headers={heads} labelledBy="open-disputes">
        {open.map(dispute => (
          <tr key={dispute.id} role="row">
            <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
              <Link to="/disputes/$disputeId" params={{ disputeId: dispute.id }}>
                {dispute.title}
              </Link>
            </th>
            <td role="cell" data-l="Status">
              <StatusPill status={dispute.status} />
            </td>
            <td role="cell" data-l="Answer due">
              <NextAnswerDue dispute={dispute} />
            </td>
          </tr>
        ))}
      </ResponsiveTable>
    </section>
  )
}
