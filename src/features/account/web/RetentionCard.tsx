import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import * as accountStyles from './account.module.css'
import { Loaded, ProfileCard } from './ProfileCard.tsx'

/** How long each kind of data is kept, and why. */
export const RetentionCard = () => {
  const query = useApiQuery(client.account.retention)
  return (
    <ProfileCard id="retention" title="How long we keep your data">
      <Loaded query={query} what="how long we keep your data" heading="retention">
        {({ data, afterDeletion }) => (
          <>
            <p className={textStyles.muted}>{afterDeletion}</p>
            <Disclosure summary={`What we keep, and how long (${data.length})`}>
              <ul className={accountStyles.list}>
                {data.map(({ title, period, why }) => (
                  <li key={title} className={`${accountStyles.part} ${layoutStyles.stackSmall}`}>
                    <p>
                      <b>{title}</b>
                      <br />
                      {period}
                    </p>
                    <p className={`${textStyles.muted} ${accountStyles.small}`}>{why}</p>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </>
        )}
      </Loaded>
    </ProfileCard>
  )
}
