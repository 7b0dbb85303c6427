import { useUser } from '#web/session.ts'
import { MaxPlanCard } from './MaxPlanCard.tsx'
import { PersonalCard } from './PersonalCard.tsx'
import { PlanCard } from './PlanCard.tsx'

/** The Profile section: who one is, which plan one has. */
export const ProfileScreen = () => {
  const user = useUser()
  return (
    <div className="pf">
      <PersonalCard user={user} />
      <div className="stack">
        <PlanCard max={user.subscription} />
        <MaxPlanCard max={user.maxPlanEnabled} />
        {user.enrolled && <PortalCard />}
      </div>
    </div>
  )
}

/** The partner's site with the reports behind the scores; its link is not made yet. */
const PortalCard = () => (
  <section className="card stack-s" aria-labelledby="portal">
    <h2 className="h3" id="portal">
      Credit Monitoring Portal
    </h2>
    <p className="muted">Opening our partner's site from here is still being built.</p>
  </section>
)
