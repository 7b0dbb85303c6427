import { useState } from 'react'
import { splitFormError } from '#features/identity/web/form-checks.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice, SelectField } from '#web/ui/Choice.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Field, TextAreaField } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ClientTask } from '../../client-contract.ts'
import * as styles from './client.module.css'

/** Tasks for the client, earliest due first, and the last completed ones. */
export const TasksCard = ({ clientId, me }: { clientId: string; me: string }) => {
  const { data, error, isFetching, refetch } = useApiQuery(server.clients.tasks, { clientId })
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="tasks">
      <h2 className={textStyles.heading3} id="tasks" tabIndex={-1}>
        Tasks
      </h2>
      {error && <ErrorNote error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data?.open.length === 0 && <p className={textStyles.muted}>No open tasks.</p>}
      {data && data.open.length > 0 && <TaskList clientId={clientId} tasks={data.open} />}
      <Disclosure summary="New task">
        <AddTask clientId={clientId} me={me} />
      </Disclosure>
      {data && data.done.length > 0 && (
        <Disclosure summary={`Done (last ${data.done.length})`}>
          <TaskList clientId={clientId} tasks={data.done} />
        </Disclosure>
      )}
    </section>
  )
}

const TaskList = ({ clientId, tasks }: { clientId: string; tasks: readonly ClientTask[] }) => {
  const set = useApiMutation(server.clients.setTask, { refreshes: [server.clients.tasks] })
  return (
    <>
      {set.error && <ErrorNote error={set.error} safe="Nothing was changed." />}
      <ul className={styles.list}>
        {tasks.map(({ id, text, dueOn, assignee, author, shared, doneAt, doneBy }) => (
          <li key={id}>
            <div className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap}`}>
              <p className={`${textStyles.muted} ${layoutStyles.row}`}>
                <span>
                  {doneAt === null
                    ? `Due ${showDay(dueOn)}, ${assignee.name}${assignee.active ? '' : ' (former)'}`
                    : `Done ${showDay(doneAt, browserTimeZone)} by ${doneBy}`}
                  {author !== assignee.name && `, from ${author}`}
                </span>
                {shared && (
                  <Pill tone="blue" icon="eye">
                    Client reads this
                  </Pill>
                )}
              </p>
              <Button
                size="small"
                aria-label={`${doneAt === null ? 'Done' : 'Reopen'}: ${text}`}
                busy={set.isPending && set.variables.taskId === id}
                onClick={() => set.mutate({ clientId, taskId: id, done: doneAt === null })}
              >
                {doneAt === null ? 'Done' : 'Reopen'}
              </Button>
            </div>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}

const AddTask = ({ clientId, me }: { clientId: string; me: string }) => {
  const empty = { text: '', dueOn: '', assigneeId: me, shared: false }
  const [task, setTask] = useState(empty)
  const [tried, setTried] = useState(false)
  const colleagues = useApiQuery(server.clients.colleagues)
  const add = useApiMutation(server.clients.addTask, {
    refreshes: [server.clients.tasks],
    onDone: () => {
      setTask(empty)
      setTried(false)
    },
  })
  const { refused, otherError } = splitFormError(add.error)
  const missing = {
    text: task.text.trim() === '' ? 'Write something' : undefined,
    dueOn: task.dueOn === '' ? 'Choose a day' : undefined,
  }
  return (
    <form
      className={layoutStyles.stackSmall}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (!missing.text && !missing.dueOn) add.mutate({ clientId, ...task })
      }}
    >
      {otherError && <ErrorNote error={otherError} safe="The task was not added." />}
      <TextAreaField
        id="task"
        label="What to do"
        error={(tried ? missing.text : undefined) ?? refused.text}
        rows={2}
        maxLength={500}
        value={task.text}
        onChange={event => setTask({ ...task, text: event.target.value })}
      />
      <div className={layoutStyles.twoColumns}>
        <Field
          id="due"
          label="Due"
          error={(tried ? missing.dueOn : undefined) ?? refused.dueOn}
          type="date"
          value={task.dueOn}
          onChange={event => setTask({ ...task, dueOn: event.target.value })}
        />
        <SelectField
          id="task-assignee"
          label="Assigned to"
          error={refused.assigneeId}
          options={(colleagues.data?.data ?? []).map(({ id, name }) => ({
            value: id,
            text: id === me ? `${name} (you)` : name,
          }))}
          value={task.assigneeId}
          onChoose={assigneeId => setTask({ ...task, assigneeId })}
        />
      </div>
      <Choice
        type="checkbox"
        title="The client reads this"
        checked={task.shared}
        onChange={event => setTask({ ...task, shared: event.target.checked })}
      />
      <div>
        <Button type="submit" busy={add.isPending}>
          Add task
        </Button>
      </div>
    </form>
  )
}
