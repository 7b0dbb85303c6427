import { type ReactNode, useEffect, useRef } from 'react'
import * as standalonePageStyles from '#web/StandalonePage.module.css'
import { Button } from '#web/ui/Button.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { stepNames } from './registration.ts'

type StepPageProps = {
  step: number
  title: string
  lead: ReactNode
  onBack?: () => void
  children: ReactNode
}

/** One step of the registration. Its heading gets the focus when coming from another step. */
export const StepPage = ({ step, title, lead, onBack, children }: StepPageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <>
      <Steps names={stepNames} current={step} />
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={standalonePageStyles.lead}>{lead}</p>
      </div>
      {children}
      {onBack && (
        <p className={standalonePageStyles.alternative}>
          <Button variant="link" onClick={onBack}>
            Back
          </Button>
        </p>
      )}
    </>
  )
}
