import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/Field.tsx'
import { controlId, problemAt, type WizardPage } from './wizard-page.ts'

type Props = {
  legend: string
  /** The key of the one item that the letters are about. */
  itemKey: string
  offered: readonly BureauName[]
  page: Pick<WizardPage, 'wizard' | 'answer'>
}

/** The bureaus that letters about one item go to. */
export const BureausToWrite = ({ legend, itemKey, offered, page: { wizard, answer } }: Props) => {
  const about = { key: itemKey, part: 'bureaus' } as const
  const sentence = problemAt(wizard, about)
  const chosen = wizard.choices.find(({ key }) => key === itemKey)?.bureaus ?? []
  return (
    <fieldset
      className={fieldStyles.options}
      aria-describedby={sentence === null ? undefined : 'bureaus-error'}
    >
      <legend className={fieldStyles.label}>{legend}</legend>
      {sentence !== null && <FieldError id="bureaus-error" text={sentence} />}
      {offered.map((bureau, at) => (
        <Choice
          key={bureau}
          type="checkbox"
          id={at === 0 ? controlId(about) : undefined}
          checked={chosen.includes(bureau)}
          onChange={event => answer({ did: 'bureau', key: itemKey, bureau, on: event.target.checked })}
          title={<Bureau bureau={bureau} />}
        />
      ))}
    </fieldset>
  )
}
