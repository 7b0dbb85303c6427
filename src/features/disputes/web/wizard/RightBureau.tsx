import { Choice } from '#web/ui/Choice.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/Field.tsx'
import { joinWithAnd } from '../../letters/words.ts'
import type { RightAnswer } from './disputable-item.ts'
import wizardStyles from './wizard.module.css'
import type { Choice as Chosen } from './wizard.ts'
import { controlId, problemAt, type WizardPage } from './wizard-page.ts'

type Props = { answers: readonly RightAnswer[]; choice: Chosen; page: WizardPage }

/** Which bureau is right, where they differ: no letter calls a value wrong that another letter of the person calls right. */
export const RightBureau = ({ answers, choice: { key, correctBureau }, page }: Props) => {
  const about = { key, part: 'right' } as const
  const place = controlId(about)
  const sentence = problemAt(page.wizard, about)
  const named = answers.find(({ bureau }) => bureau === correctBureau)
  return (
    <fieldset
      className={`${fieldStyles.options} ${wizardStyles.nested}`}
      aria-describedby={sentence === null ? undefined : `${place}-error`}
    >
      <legend>The bureaus show this differently. Which one is right?</legend>
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      {answers.map((answer, at) => (
        <Choice
          key={answer.bureau}
          type="radio"
          name={place}
          id={at === 0 ? place : undefined}
          checked={answer === named}
          onChange={() => page.answer({ did: 'right', key, bureau: answer.bureau })}
          title={answer.text}
          hint={`The letter goes to ${joinWithAnd(answer.written)}, and says so.`}
        />
      ))}
      <Choice
        type="radio"
        name={place}
        checked={named === undefined}
        onChange={() => page.answer({ did: 'right', key, bureau: null })}
        title="None of these, or I am not sure"
        hint="Each bureau is asked to check what it shows. If you know what is right, say it in the details."
      />
    </fieldset>
  )
}
