import { type ReactNode, useEffect, useRef } from 'react'
import { Brand } from '#web/Brand.tsx'
import { OfflineNote } from '#web/OfflineNote.tsx'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { ThemeToggle } from '#web/ui/ThemeToggle.tsx'

/** A staff screen without a signed-in manager: one column in the middle. */
export const ManagerPage = ({ children }: { children: ReactNode }) => (
  <StandalonePage>
    <ThemeToggle className={standalonePageStyles.themeToggle} />
    <div className={standalonePageStyles.column}>
      <Brand to="/manager" />
      <OfflineNote />
      {children}
    </div>
  </StandalonePage>
)

/** The two steps of manager access. */
export const managerSteps = ['Manager Login', 'Client Access'] as const

/** A screen's first heading. It receives the focus if the focused element disappeared with the previous screen. */
export const StepHeading = ({ id, children }: { id?: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <h1 ref={heading} id={id} tabIndex={-1}>
      {children}
    </h1>
  )
}
