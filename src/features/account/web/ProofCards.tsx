import type { UserInfo } from '#features/identity/contract.ts'
import { DocumentReview } from '#features/verification/web/DocumentReview.tsx'
import { MailedCode } from '#features/verification/web/MailedCode.tsx'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import * as textStyles from '#web/ui/text.module.css'
import { ProfileCard } from './ProfileCard.tsx'

/** The ways to confirm an identity that take days, for a user who is not confirmed. */
export const ProofCards = ({ user }: { user: UserInfo }) => {
  const { data } = useApiQuery(client.verification.state)
  if (user.identity !== null || !data) return null
  return (
    <>
      {data.mailedCode && (
        <ProfileCard id="mailed-code" title="Confirm your identity by post">
          <p className={textStyles.muted}>
            We mail a code to the address in your profile. It counts when a report file or a proof of address
            shows the same address.
          </p>
          <MailedCode />
        </ProfileCard>
      )}
      {data.documents && (
        <ProfileCard id="document-review" title="Confirm your identity by documents">
          <p className={textStyles.muted}>
            Our staff look at your government ID and a proof of your address.
          </p>
          <DocumentReview />
        </ProfileCard>
      )}
    </>
  )
}
