import { Link } from '@tanstack/react-router'
import { Icon } from '#web/ui/Icon.tsx'
import { disputeTypes } from './dispute-types.ts'

/** The kinds of dispute. One that cannot be created yet says so and is no link. */
export const TypeCards = () => (
  <section className="stack-s" aria-labelledby="choose-type">
    <div className="sec-h">
      <h2 id="choose-type">Choose what to dispute</h2>
    </div>
    <div className="types">
      {disputeTypes.map(({ type, name, icon, about, live }) =>
        live ? (
          <Link key={type} className="type" to="/disputes/new/$type" params={{ type }}>
            <Icon name={icon} />
            <b>{name}</b>
            <small>{about}</small>
          </Link>
        ) : (
          <div key={type} className="type later">
            <Icon name={icon} />
            <b>{name}</b>
            <small>{about}. Comes later.</small>
          </div>
        ),
      )}
    </div>
  </section>
)
