import { Link } from '@tanstack/react-router'
import { usePermission } from '#web/impersonation.ts'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { disputeTypeCards } from './dispute-types.ts'
import styles from './TypeCards.module.css'

/** The kinds of dispute. Where none can be created by whom it is, each says so and is no link. */
export const TypeCards = ({ title }: { title: string }) => {
  const barred = usePermission('assist')
  return (
    <section className={layoutStyles.stackSmall} aria-labelledby="choose-type">
      <div className={layoutStyles.sectionHeader}>
        <h2 id="choose-type">{title}</h2>
      </div>
      <div className={styles.types}>
        {disputeTypeCards.map(({ type, name, icon, about }) =>
          barred === null ? (
            <Link key={type} className={styles.type} to="/disputes/new/$type" params={{ type }}>
              <Icon name={icon} />
              <b>{name}</b>
              <small>{about}</small>
            </Link>
          ) : (
            <div key={type} className={`${styles.type} ${styles.later}`}>
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
