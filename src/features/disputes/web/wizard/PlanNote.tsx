import { Link } from '@tanstack/react-router'
import { useUser } from '#web/session.ts'
import { Note } from '#web/ui/Note.tsx'

/** Why only one bureau can be written to: the free plan's. A freeze is open to every plan and does not say this. */
export const PlanNote = () => {
  const { maxPlanEnabled } = useUser()
  if (maxPlanEnabled) return null
  return (
    <Note tone="plain" title="Your plan covers TransUnion">
      <p>
        Experian and Equifax come with the Max Plan. You can change your plan in your{' '}
        <Link to="/profile">profile</Link>. A security freeze is open to you at all three.
      </p>
    </Note>
  )
}
