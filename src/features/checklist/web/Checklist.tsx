import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { goalTargetMonth } from '#features/identity/profile-choices.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { showMonthWords } from '#values/dates.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { checklist } from '../contract.ts'
import * as styles from './Checklist.module.css'

type Step = EndpointReply<typeof checklist.read>['steps'][number]

const small = () => buttonLook({ size: 'small' })

/** What a step is, why, and where it is done. The ways to get a report are on Overview itself. */
const display: Readonly<
  Record<Step['id'], { title: string; text: string; waiting?: string; act: ReactNode | null }>
> = {
  identity: {
    title: 'Confirm your identity',
    text: 'So that nobody else gets your report.',
    waiting: 'We are checking. You need to do nothing.',
    act: (
      <Link {...small()} to="/profile" hash="identity">
        Confirm identity
      </Link>
    ),
  },
  report: {
    title: 'Get your credit report',
    text: 'From the bureaus, or as a file that you have.',
    waiting: 'It is on its way.',
    act: null,
  },
  review: {
    title: 'Review what we found',
    text: 'You decide what is wrong.',
    act: (
      <Link {...small()} to="/disputes/found">
        Review found items
      </Link>
    ),
  },
  proofs: {
    title: 'Add your proof documents',
    text: 'A government ID and a proof of your address. Bureaus may ask for both before they act.',
    act: (
      <Link {...small()} to="/documents">
        Add documents
      </Link>
    ),
  },
  letter: {
    title: 'Create your first letter',
    text: 'You read and confirm it before it is mailed.',
    act: (
      <Link {...small()} to="/disputes">
        Start a dispute
      </Link>
    ),
  },
  answer: {
    title: 'Record the first answer',
    text: 'Mail your letter. A bureau usually has 30 days from the day it arrives.',
    waiting: 'Your letter was mailed. A bureau usually has 30 days from the day it arrives.',
    act: (
      <Link {...small()} to="/disputes">
        Open your disputes
      </Link>
    ),
  },
}

const textOf = ({ id, state }: Step): string =>
  (state === 'waiting' ? display[id].waiting : undefined) ?? display[id].text

/** The first steps of a new user: the next one, how many are done, and all of them on request. */
export const Checklist = ({ steps }: { steps: readonly Step[] }) => {
  const isOwner = usePermission('never') === null
  const hide = useApiMutation(client.checklist.note, { refreshes: [client.checklist.read] })
  const place = useFocusFallback()
  const next = steps.find(({ state }) => state === 'todo') ?? steps.find(({ state }) => state === 'waiting')
  if (next === undefined) return null
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <section className={`${cardStyles.card} ${styles.card}`} aria-labelledby="first-steps">
      <div className={styles.intro}>
        <h2 className={textStyles.heading3} id="first-steps">
          Your first steps
        </h2>
        <p className={textStyles.muted}>
          {done} of {steps.length} done. <Goal />
        </p>
      </div>
      <div className={styles.next}>
        <p>
          <b>Next: {display[next.id].title}</b>
          <br />
          <span className={textStyles.muted}>{textOf(next)}</span>
        </p>
        {isOwner && display[next.id].act}
      </div>
      {isOwner && (
        <div className={styles.hide} ref={place}>
          <Button
            size="small"
            variant="quiet"
            busy={hide.isPending}
            aria-label="Hide your first steps"
            onClick={() => hide.mutate({ event: 'hidden' })}
          >
            Hide
          </Button>
        </div>
      )}
      {hide.error && <ErrorNote error={hide.error} />}
      <Disclosure summary={`All ${steps.length} steps`}>
        <ol className={styles.steps}>
          {steps.map(step => (
            <li key={step.id} className={step.state === 'later' ? textStyles.muted : undefined}>
              <span className={styles.mark} data-state={step.state}>
                {step.state === 'done' && <Icon name="check" />}
                {step.state === 'waiting' && <Icon name="clock" />}
              </span>
              <p>
                <b>{display[step.id].title}</b>{' '}
                <span className={textStyles.muted}>{stateWords[step.state]}</span>
              </p>
            </li>
          ))}
        </ol>
      </Disclosure>
    </section>
  )
}

const stateWords: Readonly<Record<Step['state'], string>> = {
  done: 'Done',
  todo: 'To do',
  waiting: 'Waiting',
  later: 'Later',
}

const Goal = () => {
  const { goal, goalTargetPeriod, setOn } = useUser().goal
  const month = goalTargetMonth(setOn, goalTargetPeriod)
  return (
    <>
      Your goal:{' '}
      <Link to="/profile" hash="your-goal">
        {goal}
        {month !== null && ` by ${showMonthWords(month, { month: 'long', year: 'numeric' })}`}
      </Link>
    </>
  )
}
