import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { type FieldErrors, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { PlanContent, PlanKind, SavedPlan } from '../contract.ts'
import * as styles from './planning.module.css'

const refreshes = [client.planning.list, client.planning.payoffStart]

type SavedPlansProps = {
  kind: PlanKind
  /** Explains what opening a plan does. */
  about: string
  onOpen: (plan: SavedPlan) => void
}

/** The saved plans of one kind. */
export const SavedPlans = ({ kind, about, onOpen }: SavedPlansProps) => {
  const { data, error } = useApiQuery(client.planning.list)
  const barred = usePermission('assist')
  const [renaming, setRenaming] = useState<string | null>(null)
  const remove = useApiMutation(client.planning.remove, { refreshes })
  const plans = data?.data.filter(plan => plan.content.kind === kind) ?? []
  if (error) return <ErrorNote error={error} />
  if (plans.length === 0) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="saved-plans">
      <div>
        <h2 className={textStyles.heading3} id="saved-plans">
          Saved plans
        </h2>
        <p className={textStyles.muted}>{about}</p>
      </div>
      {remove.error && <ErrorNote error={remove.error} safe="The plan is still saved." />}
      <ul className={styles.plans}>
        {plans.map(plan => (
          <li key={plan.id}>
            {renaming === plan.id ? (
              <NameForm
                label="New name"
                name={plan.name}
                submit="Rename"
                call={{ planId: plan.id }}
                onDone={() => setRenaming(null)}
              />
            ) : (
              <p>
                <b>{plan.name}</b>
                <br />
                <small className={textStyles.muted}>Changed {showDay(plan.updatedAt, browserTimeZone)}</small>
              </p>
            )}
            <div className={layoutStyles.row}>
              <Button size="small" onClick={() => onOpen(plan)} aria-label={`Open ${plan.name}`}>
                Open
              </Button>
              {barred === null && (
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    onClick={() => setRenaming(renaming === plan.id ? null : plan.id)}
                    aria-label={renaming === plan.id ? `Keep the name ${plan.name}` : `Rename ${plan.name}`}
                  >
                    {renaming === plan.id ? 'Cancel' : 'Rename'}
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    busy={remove.isPending && remove.variables.planId === plan.id}
                    onClick={() => remove.mutate({ planId: plan.id })}
                    aria-label={`Delete ${plan.name}`}
                  >
                    Delete
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type NameFormProps = {
  label: string
  name: string
  submit: string
  call: { planId: string; content?: PlanContent } | { planId?: never; content: PlanContent }
  onDone: (plan: SavedPlan) => void
}

/** Names a plan, new or saved. */
const NameForm = ({ label, name, submit, call, onDone }: NameFormProps) => {
  const save = useApiMutation(client.planning.save, { refreshes, onDone })
  const change = useApiMutation(client.planning.change, { refreshes, onDone })
  const error = save.error ?? change.error
  const form = useForm(
    (values): FieldErrors => (values.planName?.trim() ? {} : { planName: 'Name the plan' }),
    ({ planName = '' }) => {
      if (call.planId === undefined) save.mutate({ name: planName, content: call.content })
      else change.mutate({ name: planName, ...call })
    },
  )
  return (
    <form {...form.formProps} className={styles.save}>
      {error && <ErrorNote error={error} safe="Nothing was saved." />}
      <Field
        label={label}
        name="planName"
        defaultValue={name}
        maxLength={60}
        autoComplete="off"
        error={form.errors.planName}
      />
      <Button type="submit" busy={save.isPending || change.isPending} busyText="Saving...">
        {submit}
      </Button>
    </form>
  )
}

type SavePlanProps = {
  /** The saved plan that is open, if any: saving again replaces its content. */
  open: SavedPlan | null
  content: PlanContent
  onSaved: (plan: SavedPlan) => void
}

/** Saves what is on screen under a name. */
export const SavePlan = ({ open, content, onSaved }: SavePlanProps) => {
  const barred = usePermission('assist')
  const [saved, setSaved] = useState<string | null>(null)
  if (barred !== null) return <p className={textStyles.muted}>{barred}</p>
  const isSaved = open !== null && JSON.stringify(open.content) === JSON.stringify(content)
  return (
    <div className={layoutStyles.stackSmall}>
      {!isSaved && (
        <NameForm
          key={open?.id}
          label={open === null ? 'Name of the plan' : 'Name of the saved plan'}
          name={open?.name ?? ''}
          submit={open === null ? 'Save plan' : 'Save changes'}
          call={open === null ? { content } : { planId: open.id, content }}
          onDone={plan => {
            setSaved(plan.name)
            onSaved(plan)
          }}
        />
      )}
      {isSaved && saved === open.name && (
        <Note tone="green" role="status">
          {`Saved as ${open.name}.`}
        </Note>
      )}
    </div>
  )
}
