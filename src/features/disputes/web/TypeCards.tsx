import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/opened.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { disputeTypeCards } from './dispute-types.ts'

/** The kinds of dispute. Where none can be created by whom it is, each says so and is no link. */
export const TypeCards = ({ title }: { title: string }) => {
  const barred = usePermission('assist')
  return (
    <section className="stack-s" aria-labelledby="choose-type">
      <div className="sec-h">
        <h2 id="choose-type">{title}</h2>
      </div>
      <div className="types">
        {disputeTypeCards.map(({ type, name, icon, about }) =>
          barred === null ? (
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
                {about}. {barred}
              </small>
            </div>
          ),
        )}
      </div>
    </section>
  )
}
