import { Link } from '@tanstack/react-router'
import layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import type { Preview } from '../../dispute-contract.ts'
import { controlId, problemAt, type WizardPage } from '../wizard/wizard-page.ts'
import { ConfirmChoice } from './ConfirmChoice.tsx'

const about = { key: null, part: 'repeat' } as const

type Warning = Preview['warnings'][number]

/** Whether a warning is of an earlier dispute that said the same, which the person has to confirm. */
export const isRepeat = ({ code }: Warning): boolean => code === 'repeats_dispute'

const titles = {
  old_report: 'Your report may be out of date',
  no_identification: 'Proof of who you are is missing',
} as const

/** What the person should know and need not confirm. */
export const Cautions = ({ warnings }: Pick<Props, 'warnings'>) =>
  warnings.map(({ code, message }) =>
    code === 'repeats_dispute' ? null : (
      <Note key={code} tone="amber" role="status" title={titles[code]}>
        <p>{message}</p>
        {code === 'old_report' && (
          <p>
            <Link to="/analytics/$tab" params={{ tab: 'overview' }}>
              Go to your report
            </Link>
          </p>
        )}
      </Note>
    ),
  )

type Props = { warnings: Preview['warnings']; page: Pick<WizardPage, 'wizard' | 'answer'> }

/**
 * What an earlier dispute said already. A bureau may set a dispute aside that is substantially the same and brings nothing
 * new (15 USC 1681i(a)(3)), so the person says that she knows.
 */
export const RepeatWarning = ({ warnings, page }: Props) => {
  const repeats = warnings.filter(isRepeat)
  if (repeats.length === 0) return null
  return (
    <div className={layoutStyles.stackSmall}>
      <Note tone="sand" icon="warn" role="status" title="You disputed this before">
        {repeats.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Note>
      <ConfirmChoice
        id={controlId(about)}
        title="I know, and I want to send it again"
        confirmed={page.wizard.repeat}
        sentence={problemAt(page.wizard, about)}
        onConfirm={on => page.answer({ did: 'repeat', on })}
      />
    </div>
  )
}
