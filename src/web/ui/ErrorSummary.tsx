import type { RefObject } from 'react'
import { Icon } from './Icon.tsx'
import * as noteStyles from './Note.module.css'

type ErrorSummaryProps = {
  errors: Readonly<Record<string, string>>
  /** Names to put before sentences that do not say which field they mean. */
  labels?: Readonly<Record<string, string>>
  summaryRef: RefObject<HTMLDivElement | null>
}

/** On top of a form with two or more things to put right: each a link to its field. */
export const ErrorSummary = ({ errors, labels, summaryRef }: ErrorSummaryProps) => {
  const all = Object.entries(errors)
  if (all.length < 2) return null
  return (
    <div
      className={`${noteStyles.note} ${noteStyles.red}`}
      data-slot="note"
      role="alert"
      tabIndex={-1}
      ref={summaryRef}
    >
      <Icon name="warn" />
      <div>
        <p>
          <b>Please check {all.length} things</b>
        </p>
        <ul>
          {all.map(([name, sentence]) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={event => {
                  event.preventDefault()
                  document.getElementById(name)?.focus()
                }}
              >
                {labels?.[name] ? `${labels[name]}: ${sentence}` : sentence}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
