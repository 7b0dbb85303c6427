import { Note } from '#web/ui/Note.tsx'
import type { Preview } from '../../dispute-contract.ts'
import { placeOf, sentenceAt, type WizardPage } from '../wizard/wizard-page.ts'
import { ConfirmChoice } from './ConfirmChoice.tsx'

const about = { key: null, part: 'repeat' } as const

type Props = { warnings: Preview['warnings']; page: Pick<WizardPage, 'wizard' | 'answer'> }

/**
 * What an earlier dispute said already. A bureau may set a dispute aside that is substantially the same and brings nothing
 * new (15 USC 1681i(a)(3)), so the person says that she knows.
 */
export const RepeatWarning = ({ warnings, page }: Props) => {
  if (warnings.length === 0) return null
  return (
    <div className="stack-s">
      <Note tone="sand" icon="warn" role="status" title="You disputed this before">
        {warnings.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Note>
      <ConfirmChoice
        id={placeOf(about)}
        title="I know, and I want to send it again"
        confirmed={page.wizard.repeat}
        sentence={sentenceAt(page.wizard, about)}
        onConfirm={on => page.answer({ did: 'repeat', on })}
      />
    </div>
  )
}
