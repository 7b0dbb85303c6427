import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import type { Preview } from '../../dispute-contract.ts'
import { placeOf, sentenceAt, type WizardPage } from '../wizard/wizard-page.ts'

const about = { key: null, part: 'repeat' } as const

type Props = { warnings: Preview['warnings']; page: Pick<WizardPage, 'wizard' | 'answer'> }

/**
 * What an earlier dispute said already. A bureau may set a dispute aside that is substantially the same and brings nothing
 * new (15 USC 1681i(a)(3)), so the person says that she knows.
 */
export const RepeatWarning = ({ warnings, page }: Props) => {
  if (warnings.length === 0) return null
  const sentence = sentenceAt(page.wizard, about)
  const place = placeOf(about)
  return (
    <div className="stack-s">
      <Note tone="sand" icon="warn" role="status" title="You disputed this before">
        {warnings.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
      </Note>
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      <Choice
        type="checkbox"
        id={place}
        aria-invalid={sentence === null ? undefined : true}
        aria-describedby={sentence === null ? undefined : `${place}-error`}
        checked={page.wizard.repeat}
        onChange={event => page.answer({ did: 'repeat', on: event.target.checked })}
        title="I know, and I want to send it again"
      />
    </div>
  )
}
