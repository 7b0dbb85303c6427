import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { showInstant } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { account } from '../contract.ts'
import * as accountStyles from './account.module.css'
import { Loaded, ProfileCard } from './ProfileCard.tsx'

/** How many entries are shown before "show all". */
const newest = 10

type Entry = EndpointReply<typeof account.accessLog>['data'][number]

/** What managers did in the account and to it, when and why. */
export const AccessLogCard = () => {
  const query = useApiQuery(client.account.accessLog)
  return (
    <ProfileCard id="access-log" title="Who opened your account">
      <Loaded query={query} what="who opened your account" heading="access-log">
        {({ data }) =>
          data.length === 0 ? (
            <p className={textStyles.muted}>No one has opened your account.</p>
          ) : (
            <Entries entries={data} />
          )
        }
      </Loaded>
    </ProfileCard>
  )
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => {
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className={accountStyles.list}>
        {(all ? entries : entries.slice(0, newest)).map(entry => (
          <EntryLine key={`${entry.startedAt} ${entry.managerName}`} entry={entry} />
        ))}
      </ul>
      {entries.length > newest && (
        <div>
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the newest ${newest}` : `Show all ${entries.length}`}
          </Button>
        </div>
      )}
    </>
  )
}

const whyOf = ({ scope, reason }: Entry) => {
  if (scope === null) return 'Done without opening your account.'
  if (scope === 'link' || scope === 'round')
    return `Done without opening your account. Reason: ${reason ?? 'none'}`
  return reason === null ? 'No reason was given, so nothing could be changed.' : `Reason: ${reason}`
}

const EntryLine = ({ entry }: { entry: Entry }) => {
  const { managerName, scope, emergency, startedAt, endedAt, acts } = entry
  return (
    <li className={accountStyles.part}>
      <p className={`${layoutStyles.row} ${accountStyles.value}`}>
        <b>{managerName}</b>
        {scope === 'read' && <Pill icon="eye">Read only</Pill>}
        {emergency && (
          <Pill tone="amber" icon="warn">
            Emergency
          </Pill>
        )}
        {endedAt === null && <Pill tone="blue">Open now</Pill>}
      </p>
      <p className={`${textStyles.muted} ${accountStyles.small} ${textStyles.number}`}>
        {showInstant(startedAt, browserTimeZone)}
        {endedAt !== null && endedAt !== startedAt && <> to {showInstant(endedAt, browserTimeZone)}</>}
      </p>
      <p>{whyOf(entry)}</p>
      {acts.length === 0 ? (
        <p className={`${textStyles.muted} ${accountStyles.small}`}>Nothing was read or changed.</p>
      ) : (
        <Disclosure summary={`What was done (${acts.length})`}>
          <ul className={accountStyles.actions}>
            {acts.map(({ title, at }) => (
              <li key={`${at} ${title}`}>
                {title}{' '}
                <span className={`${textStyles.muted} ${textStyles.number}`}>
                  {showInstant(at, browserTimeZone)}
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </li>
  )
}
