import { Pill } from '#web/ui/Pill.tsx'

/** Which plan one has and what it shows. */
export const PlanCard = ({ max }: { max: boolean }) => (
  <section className="card pl" aria-labelledby="plan">
    <header>
      <h2 className="h3" id="plan">
        Subscription Plan
      </h2>
      <Pill tone={max ? 'em2' : 'line'}>{max ? 'Premium' : 'Free'}</Pill>
    </header>
    <div>
      <p className="big">{max ? 'Max Plan' : 'Free Plan'}</p>
      <p className="muted">
        {max ? 'You see your files at all three bureaus.' : 'You see your TransUnion file.'}
      </p>
    </div>
  </section>
)
