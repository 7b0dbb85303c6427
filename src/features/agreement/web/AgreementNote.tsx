import { Link } from '@tanstack/react-router'
import { useUser } from '#features/identity/web/session.ts'
import { serviceName } from '#web/service-name.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'

const words = {
  sign: {
    title: `Your agreement with ${serviceName} is not signed`,
    text: 'Until you sign it, our staff do nothing for you and no letter is mailed.',
    action: 'Read and sign',
  },
  changed: {
    title: 'Our agreement has changed',
    text: 'The one that you signed stays in force until you sign the new one.',
    action: 'Read the new one',
  },
  cooling_off: {
    title: 'You can still cancel your agreement',
    text: 'Until the days for that are over, our staff do nothing for you and no letter is mailed.',
    action: 'See the agreement',
  },
} as const

/** Above every section while the agreement needs an action; staff read why they may do nothing. */
export const AgreementNote = () => {
  const { agreement, impersonation, notOffered } = useUser()
  if (impersonation)
    return notOffered.staffWork === null ? null : (
      <Note tone="amber" title="You can change nothing in this account">
        {notOffered.staffWork.message}
      </Note>
    )
  if (agreement === null || agreement === 'signed') return null
  const { title, text, action } = words[agreement]
  return (
    <Note
      tone={agreement === 'cooling_off' ? 'blue' : 'amber'}
      title={title}
      action={
        <Link {...buttonLook({ size: 'small' })} to="/agreement">
          {action}
        </Link>
      }
    >
      {text}
    </Note>
  )
}
