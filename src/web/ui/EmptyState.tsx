import type { ReactNode } from 'react'
import * as styles from './EmptyState.module.css'
import { Icon, type IconName } from './Icon.tsx'
import * as textStyles from './text.module.css'

type EmptyStateProps = { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }

/** An empty state inside a card: a title, one line, one next step. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className={styles.empty}>
    <span className={styles.icon}>
      <Icon name={icon} />
    </span>
    <h2 className={textStyles.heading3}>{title}</h2>
    {typeof children === 'string' ? <p>{children}</p> : children}
    {action}
  </div>
)
