import { useMutation } from '@tanstack/react-query'
import type { EndpointReply } from '#api/endpoint.ts'
import { Loaded, ProfileCard } from '#features/account/web/ProfileCard.tsx'
import { useApiMutation, useApiQuery, useInvalidate } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { serviceName } from '#web/service-name.ts'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { SwitchRow } from '#web/ui/SwitchRow.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { alerts } from '../contract.ts'
import { canNotify, startNotices, stopNotices } from './browser-notices.ts'

/** Notifications on this device, and one email a week. */
export const NoticesCard = () => {
  const query = useApiQuery(client.alerts.notices)
  return (
    <ProfileCard id="notices" title="Notifications">
      <Loaded query={query} what="your notifications" heading="notices">
        {({ push, weekly }) => (
          <div className={layoutStyles.stack}>
            {push && <DeviceChoice push={push} />}
            <WeeklyChoice weekly={weekly} />
          </div>
        )}
      </Loaded>
    </ProfileCard>
  )
}

type Push = NonNullable<EndpointReply<typeof alerts.notices>['push']>

const DeviceChoice = ({ push: { publicKey, on } }: { push: Push }) => {
  const refresh = useInvalidate()
  const change = useMutation({
    mutationFn: async () => (on ? stopNotices().then(() => 'off' as const) : startNotices(publicKey)),
    onSuccess: () => refresh([client.alerts.notices]),
  })
  return (
    <div className={layoutStyles.stackSmall}>
      <SwitchRow
        id="notify-device"
        heading="h3"
        title="Notify this device"
        on={on}
        busy={change.isPending}
        disabled={!canNotify()}
        onSwitch={() => change.mutate()}
      >
        When there is a new alert, or a letter was mailed, delivered or returned. It only says that there is
        news, not what it is.
      </SwitchRow>
      {!canNotify() && (
        <p className={textStyles.muted}>
          This browser cannot notify you. On an iPhone or iPad, add {serviceName} to the Home Screen first.
        </p>
      )}
      {change.data === 'blocked' && (
        <p role="status" className={textStyles.muted}>
          Your browser blocks notifications from {serviceName}. Allow them in its settings, then switch this
          on again.
        </p>
      )}
      {change.error && <ErrorNote error={change.error} safe="Nothing was changed." />}
    </div>
  )
}

const WeeklyChoice = ({ weekly }: { weekly: boolean }) => {
  const change = useApiMutation(client.alerts.setWeekly, { refreshes: [client.alerts.notices] })
  return (
    <div className={layoutStyles.stackSmall}>
      <SwitchRow
        id="weekly-email"
        heading="h3"
        title="One email a week"
        on={weekly}
        busy={change.isPending}
        onSwitch={() => change.mutate({ weekly: !weekly })}
      >
        About your alerts, every Monday, instead of one email per report. It is sent only while you agree to
        “Email me notices” in Permissions.
      </SwitchRow>
      {change.error && <ErrorNote error={change.error} safe="Nothing was changed." />}
    </div>
  )
}
