import { Link } from '@tanstack/react-router'
import { serviceName } from '#web/service-name.ts'
import * as styles from './Brand.module.css'

export const Brand = ({ to = '/' }: { to?: '/' | '/login' | '/manager' }) => (
  <Link className={styles.brand} data-slot="brand" to={to}>
    <Mark />
    <span>{serviceName}</span>
  </Link>
)

const Mark = () => (
  <span aria-hidden="true">
    <svg viewBox="0 0 32 32" width="32" height="32">
      <rect className={styles.background} width="32" height="32" rx="9" />
      <path
        className={styles.foreground}
        d="M9 11.2c0-.7.5-1.2 1.2-1.2H14l1.8 2.3h6c.7 0 1.2.5 1.2 1.2v.3H9v-2.6Z"
      />
      <path className={styles.foreground} d="M9 16.3h14v2.2H9zM9 20.8h14V23H9z" />
    </svg>
  </span>
)
