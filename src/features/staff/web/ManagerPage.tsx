import type { ReactNode } from 'react'
import { Brand } from '#web/Brand.tsx'
import { OfflineNote } from '#web/OfflineNote.tsx'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'
import './staff.css'

type ManagerPageProps = {
  children: ReactNode
  /** What needs more room than the column. */
  below?: ReactNode
  /** The column begins at the top, where it stays while more comes below it. */
  top?: boolean
}

/** What staff screens stand in: one column in the middle, and below it what needs more room. */
export const ManagerPage = ({ children, below, top = false }: ManagerPageProps) => (
  <StandalonePage>
    <ThemeToggle className="tt" />
    <div className={top ? 'auth-c staff-top' : 'auth-c'}>
      <Brand to="/manager" />
      <OfflineNote />
      {children}
    </div>
    {below}
  </StandalonePage>
)

/** The two steps of manager access (specification section 2). */
export const managerSteps = ['Manager Login', 'Client Access'] as const
