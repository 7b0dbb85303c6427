import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { StepHeading } from '#features/staff/web/ManagerPage.tsx'
import { mayServe } from '#features/staff/web/roles.ts'
import { StaffOnly, StaffPage } from '#features/staff/web/StaffPage.tsx'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, SelectField } from '#web/ui/Choice.tsx'
import { CursorPages, useCursorPages } from '#web/ui/CursorPages.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Round } from '../contract.ts'
import { MAX_CLIENTS, type RoundStep, roundClientStates, roundRules, roundSteps } from '../round-rules.ts'
import * as styles from './desk.module.css'
import { stateWords } from './RoundClients.tsx'

/** Rounds of letters: those begun, and the form for a new one. */
export const RoundsScreen = () => (
  <StaffOnly title="Rounds">
    <Rounds />
  </StaffOnly>
)

const Rounds = () => {
  const me = useApiQuery(client.staff.me)
  const [step, setStep] = useState<RoundStep>('how_verified')
  const { data: manager } = me
  const serves = manager !== undefined && mayServe(manager.role)
  return (
    <StaffPage
      me={me}
      list={
        manager && (
          <>
            {serves && <NewRound key={step} step={step} />}
            <RoundList />
          </>
        )
      }
    >
      <StepHeading>Rounds</StepHeading>
      <p className={textStyles.muted}>
        A round prepares the next letters of many clients. Each client reads and confirms their own, and then
        the confirmed ones are mailed together. Nothing is mailed that the client did not confirm.
      </p>
      {serves && (
        <div className={cardStyles.card}>
          <SelectField
            id="step"
            label="New round"
            hint={roundRules[step].about}
            options={roundSteps.map(value => ({ value, text: roundRules[value].name }))}
            value={step}
            onChoose={setStep}
          />
        </div>
      )}
    </StaffPage>
  )
}

/** Clients of a step to choose for a round. */
const NewRound = ({ step }: { step: RoundStep }) => {
  const { cursor: after, heading, turning } = useCursorPages()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // The same id when the same round is submitted again.
  const [id] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    client.desk.roundCandidates,
    { step, ...(after === undefined ? {} : { after }) },
    { keepPrevious: true },
  )
  const begin = useApiMutation(client.desk.createRound, {
    refreshes: [client.desk.rounds, client.desk.roundCandidates],
    onDone: ({ id: roundId }) => void navigate({ to: '/manager/rounds/$roundId', params: { roundId } }),
  })
  const choose = (clientId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(clientId)
    else next.delete(clientId)
    setChosen(next)
  }
  const open = data?.data.filter(({ mayMail }) => mayMail) ?? []
  return (
    <section
      className={`${cardStyles.card} ${cardStyles.flush}`}
      aria-labelledby="candidates"
      aria-busy={isPlaceholderData || undefined}
    >
      <header className={styles.head}>
        <h2 id="candidates" tabIndex={-1} ref={heading}>
          {roundRules[step].name}
        </h2>
        <p className={textStyles.muted}>
          Clients with an answer that no letter has followed yet, the oldest first. At most {MAX_CLIENTS} in a
          round.
        </p>
      </header>
      {data === undefined && error === null && (
        <Loading what="clients" className={styles.waiting}>
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
        </Loading>
      )}
      {error !== null && (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} heading="candidates" />
      )}
      {data?.data.length === 0 && (
        <EmptyState icon="check" title="No client has such an answer">
          Clients appear here once the answer of a bureau is recorded.
        </EmptyState>
      )}
      {data !== undefined && data.data.length > 0 && (
        <>
          <ul className={styles.candidates}>
            {data.data.map(({ clientId, firstName, lastName, items, since, mayMail }) => (
              <li key={clientId}>
                <Choice
                  type="checkbox"
                  checked={chosen.has(clientId)}
                  disabled={!mayMail}
                  onChange={event => choose(clientId, event.target.checked)}
                  title={`${firstName} ${lastName}`}
                  hint={
                    mayMail
                      ? `${items === 1 ? '1 item' : `${items} items`}, since ${showDay(since, browserTimeZone)}`
                      : 'Has not allowed staff to mail letters'
                  }
                />
              </li>
            ))}
          </ul>
          <footer className={styles.actions}>
            {begin.error && <ErrorNote error={begin.error} safe="Nothing was prepared." />}
            <div className={layoutStyles.row}>
              <Button
                variant="primary"
                busy={begin.isPending}
                busyText="Preparing..."
                disabled={chosen.size === 0}
                onClick={() => begin.mutate({ id, step, clientIds: [...chosen] })}
              >
                {chosen.size === 1 ? 'Prepare for 1 client' : `Prepare for ${chosen.size} clients`}
              </Button>
              <Button
                onClick={() =>
                  setChosen(
                    new Set([...chosen, ...open.map(({ clientId }) => clientId)].slice(0, MAX_CLIENTS)),
                  )
                }
              >
                Choose all shown
              </Button>
            </div>
            <CursorPages
              what="clients"
              {...turning}
              next={data.next}
              busy={isPlaceholderData}
              className={layoutStyles.row}
            />
          </footer>
        </>
      )}
    </section>
  )
}

/** Rounds, newest first. */
const RoundList = () => {
  const { cursor: after, heading, turning } = useCursorPages()
  const { data, error, isFetching, isPlaceholderData, refetch } = useApiQuery(
    client.desk.rounds,
    after === undefined ? {} : { after },
    { keepPrevious: true },
  )
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="rounds">
      <header>
        <h2 id="rounds" tabIndex={-1} ref={heading}>
          Rounds so far
        </h2>
      </header>
      {error !== null && (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} heading="rounds" />
      )}
      {data?.data.length === 0 && (
        <EmptyState icon="mail" title="No rounds yet">
          A round appears here when a manager prepares letters for clients.
        </EmptyState>
      )}
      {data !== undefined && data.data.length > 0 && (
        <div className={staffStyles.wide}>
          <ResponsiveTable headers={['Round', 'Begun', 'Clients']} labelledBy="rounds">
            {data.data.map(round => (
              <RoundRow key={round.id} round={round} />
            ))}
          </ResponsiveTable>
        </div>
      )}
      <CursorPages
        what="rounds"
        {...turning}
        next={data?.next ?? null}
        busy={isPlaceholderData}
        className={styles.pages}
      />
    </section>
  )
}

const RoundRow = ({ round: { id, step, manager, createdAt, approval, states } }: { round: Round }) => (
  <tr role="row">
    <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
      <Link to="/manager/rounds/$roundId" params={{ roundId: id }}>
        {roundRules[step].name}
      </Link>
      <small className={textStyles.muted}>{manager}</small>
    </th>
    <td role="cell" data-l="Begun" className={textStyles.noWrap}>
      {showDay(createdAt, browserTimeZone)}
    </td>
    <td role="cell" data-l="Clients">
      {approval === 'waiting' ? (
        <Pill tone="amber" icon="clock">
          Waits for approval
        </Pill>
      ) : (
        roundClientStates
          .flatMap(state => (states[state] ? [`${states[state]} ${stateWords[state].toLowerCase()}`] : []))
          .join(', ')
      )}
    </td>
  </tr>
)
