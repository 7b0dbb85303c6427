import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type EmptyStateProps = { icon: IconName; title: string; children?: ReactNode; action?: ReactNode }

/** Nothing here yet: what it is, one line, one next step. Stands inside a card. */
export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="empty">
    <span className="ic">
      <Icon name={icon} />
    </span>
    <h2 className="h3">{title}</h2>
    {typeof children === 'string' ? <p>{children}</p> : children}
    {action}
  </div>
)
