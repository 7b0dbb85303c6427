import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { ProfileCard } from './ProfileCard.tsx'
import { Support } from './Support.tsx'

/**
 * The partner's site with the reports behind the scores, for enrolled users. A failure to create the link is not shown;
 * the button is enabled again.
 */
export const PortalCard = ({ skippedVerification }: { skippedVerification: boolean }) => {
  const barred = usePermission('never')
  const link = useApiMutation(client.account.portalLink)
  const open = () => {
    // Browsers let a page open a tab only while handling the click, so it is opened before the link is known.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    link.mutate(undefined, {
      onSuccess: ({ link: address }) => {
        if (tab) tab.location.replace(address)
        else window.open(address, '_blank', 'noopener')
      },
      onError: () => tab?.close(),
    })
  }
  return (
    <ProfileCard id="portal" title="Credit Monitoring Portal">
      <p className={textStyles.muted}>See the reports behind your scores on our partner's site.</p>
      {skippedVerification && (
        <Note tone="sand" icon="shield" title="Verification Required">
          <p>
            Complete your identity verification to open the portal, under{' '}
            <a href="#identity">Confirm your identity</a>. <Support />
          </p>
        </Note>
      )}
      {barred !== null && <p className={textStyles.muted}>{barred}</p>}
      {link.data?.message && (
        <Note tone="plain" role="status">
          {link.data.message}
        </Note>
      )}
      <div>
        <Button
          icon="ext"
          iconAtEnd
          disabled={skippedVerification || barred !== null}
          busy={link.isPending}
          busyText="Generating..."
          onClick={open}
        >
          Open Portal
        </Button>
      </div>
    </ProfileCard>
  )
}
