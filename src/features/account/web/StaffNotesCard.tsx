import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'
import { ProfileCard } from './ProfileCard.tsx'

/** Who is responsible for the user, and the notes and tasks that staff share; hidden if there is none of it. */
export const StaffNotesCard = () => {
  const { data } = useApiQuery(client.clients.shared)
  if (!data || (data.responsible === null && data.notes.length === 0 && data.tasks.length === 0)) return null
  return (
    <ProfileCard id="staff-notes" title="From our staff">
      {data.responsible !== null && (
        <p>
          <b>{data.responsible}</b> is responsible for you.
        </p>
      )}
      {(data.tasks.length > 0 || data.notes.length > 0) && (
        <ul className={accountStyles.list}>
          {data.tasks.map(({ id, text, author, dueOn, doneAt }) => (
            <li key={id} className={accountStyles.part}>
              <p className={accountStyles.words}>{text}</p>
              <p className={`${textStyles.muted} ${accountStyles.small}`}>
                {author},{' '}
                {doneAt === null
                  ? `to be done by ${showDay(dueOn)}`
                  : `done ${showDay(doneAt, browserTimeZone)}`}
              </p>
            </li>
          ))}
          {data.notes.map(({ id, text, author, createdAt, editedAt }) => (
            <li key={id} className={accountStyles.part}>
              <p className={accountStyles.words}>{text}</p>
              <p className={`${textStyles.muted} ${accountStyles.small}`}>
                {author}, {showDay(createdAt, browserTimeZone)}
                {editedAt !== null && `, edited ${showDay(editedAt, browserTimeZone)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ProfileCard>
  )
}
