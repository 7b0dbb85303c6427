import { Link } from '@tanstack/react-router'
import { useBarred } from '#web/opened.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { disputeTypes } from './dispute-types.ts'

/** The kinds of dispute. One that cannot be created, yet or by whom it is, says so and is no link. */
export const TypeCards = () => {
  const barred = useBarred('assist')
  return (
    <section className="stack-s" aria-labelledby="choose-type">
      <div className="sec-h">
        <h2 id="choose-type">Choose what to dispute</h2>
      </div>
      <div className="types">
        {disputeTypes.map(({ type, name, icon, about, live }) =>
          live && barred === null ? (
            <Link key={type} className="type" to="/disputes/new/$type" params={{ type }}>
              <Icon name={icon} />
              <b>{name}</b>
              <small>{about}</small>
            </Link>
          ) : (
            <div key={type} className="type later">
              <Icon name={icon} />
              <b>{name}</b>
              <small>
                {about}. {live ? barred : 'Comes later.'}
              </small>
            </div>
          ),
        )}
      </div>
    </section>
  )
}
