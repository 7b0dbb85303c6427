import type { ReactNode } from 'react'
import * as switchStyles from './Switch.module.css'
import * as textStyles from './text.module.css'

type SwitchRowProps = {
  /** The id of the heading, which labels the switch. */
  id: string
  heading: 'h2' | 'h3'
  title: string
  on: boolean
  /** A change is in progress; another click does nothing. */
  busy: boolean
  disabled?: boolean
  onSwitch: () => void
  /** What it does, in a sentence or two. */
  children: ReactNode
}

/** A setting with a title, an explanation and a switch. */
export const SwitchRow = (props: SwitchRowProps) => {
  const { id, heading: Heading, title, on, busy, disabled = false, onSwitch, children } = props
  return (
    <div className={switchStyles.row}>
      <div>
        <Heading className={textStyles.heading3} id={id}>
          {title}
        </Heading>
        <p className={textStyles.muted} id={`${id}-text`}>
          {children}
        </p>
      </div>
      <button
        className={switchStyles.toggle}
        type="button"
        role="switch"
        aria-checked={on}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        aria-disabled={busy || undefined}
        disabled={disabled}
        onClick={() => !busy && onSwitch()}
      />
    </div>
  )
}
