import { useEffect, useRef, useState } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { goalPeriods, goals, goalTargetMonth } from '#features/identity/profile-choices.ts'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { GoalFields } from '#features/identity/web/GoalStep.tsx'
import { goalChecks } from '#features/identity/web/registration.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { showMonthWords } from '#values/dates.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'
import { ProfileCard } from './ProfileCard.tsx'

const byWhen = ({ goalTargetPeriod, setOn }: UserInfo['goal']): string => {
  const month = goalTargetMonth(setOn, goalTargetPeriod)
  return month === null ? '' : `By ${showMonthWords(month, { month: 'long', year: 'numeric' })}`
}

/** The goal that was chosen at registration, and the form that changes it. */
export const GoalCard = ({ goal }: { goal: UserInfo['goal'] }) => {
  const barred = usePermission('never')
  const [editing, setEditing] = useState(false)
  const [changed, setChanged] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (editing) place.current?.querySelector<HTMLElement>('input:checked, input')?.focus()
    else if (wasEditing.current) document.getElementById('goal-change')?.focus()
    wasEditing.current = editing
  }, [editing])
  return (
    <ProfileCard id="your-goal" title="Your goal">
      <div className={accountStyles.line}>
        <p className={accountStyles.value}>
          <b>{goal.goal}</b>
          <br />
          <span className={textStyles.muted}>{byWhen(goal)}</span>
        </p>
        {barred === null && (
          <Button
            id="goal-change"
            size="small"
            aria-expanded={editing}
            aria-label={editing ? 'Cancel changing your goal' : 'Change your goal'}
            onClick={() => {
              setChanged(false)
              setEditing(!editing)
            }}
          >
            {editing ? 'Cancel' : 'Change'}
          </Button>
        )}
      </div>
      {barred !== null && <p className={textStyles.muted}>{barred}</p>}
      {editing && (
        <div className={accountStyles.form} ref={place}>
          <GoalForm
            goal={goal}
            onDone={() => {
              setEditing(false)
              setChanged(true)
            }}
          />
        </div>
      )}
      {changed && (
        <Note tone="green" role="status">
          Your goal was changed.
        </Note>
      )}
    </ProfileCard>
  )
}

const GoalForm = ({
  goal: { goal, goalTargetPeriod },
  onDone,
}: {
  goal: UserInfo['goal']
  onDone: () => void
}) => {
  const change = useApiMutation(client.account.setGoal, { refreshes: [client.identity.me], onDone })
  const { refused, otherError } = splitFormError(change.error)
  const send = (values: FormValues) => {
    const wanted = goals.find(one => one === values.goal)
    const period = goalPeriods.find(one => one === values.goalTargetPeriod)
    if (wanted && period) change.mutate({ goal: wanted, goalTargetPeriod: period })
  }
  const form = useForm(goalChecks, send, refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} safe="Your goal was not changed." />}
      <form {...form.formProps}>
        <GoalFields answers={{ goal, goalTargetPeriod }} errors={form.errors} />
        <Button type="submit" variant="primary" busy={change.isPending} busyText="Saving...">
          Save goal
        </Button>
      </form>
    </>
  )
}
