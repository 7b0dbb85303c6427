import { Link, useSearch } from '@tanstack/react-router'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { serviceName } from '#web/service-name.ts'
import { Button } from '#web/ui/Button.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'

/** The page behind the link in an email. Opening it changes nothing, because mail scanners open links. */
export const UnsubscribeScreen = () => {
  useDocumentTitle('Unsubscribe')
  const { token = '' } = useSearch({ strict: false })
  return (
    <StandalonePage>
      <div className={`${standalonePageStyles.column} ${layoutStyles.stack}`}>
        <h1>Email notices</h1>
        <Unsubscribing token={token} />
        <p className={textStyles.muted}>
          You can change your mind in Profile. <Link to="/">Go to {serviceName}</Link>
        </p>
      </div>
    </StandalonePage>
  )
}

const Unsubscribing = ({ token }: { token: string }) => {
  const stop = useApiMutation(client.alerts.stopEmails)
  if (token === '' || stop.error?.code === 'not_found')
    return (
      <Note tone="red" role="alert" title="This link is incomplete.">
        Open the link of the newest email again, or sign in and withdraw “Email me notices” in Profile.
      </Note>
    )
  if (stop.isSuccess)
    return (
      <Note tone="green" role="status" title="You are unsubscribed.">
        We email you no further notices about your reports and disputes. You still find them in {serviceName}.
      </Note>
    )
  return (
    <>
      <p>
        We email you when something changes in your credit file or scores. Codes and notices about your
        account itself are emailed either way.
      </p>
      {stop.error && <ErrorNote error={stop.error} safe="You are still subscribed." />}
      <Button variant="primary" size="big" block busy={stop.isPending} onClick={() => stop.mutate({ token })}>
        Unsubscribe
      </Button>
    </>
  )
}
