import { Bureau } from '#web/ui/Bureau.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import textStyles from '#web/ui/text.module.css'
import type { DisputableItem } from './disputable-item.ts'
import wizardStyles from './wizard.module.css'
import type { Choice as Chosen } from './wizard.ts'
import { controlId, type WizardPage } from './wizard-page.ts'

type Props = {
  item: DisputableItem
  choice: Chosen
  answer: WizardPage['answer']
  describedBy: string | undefined
}

/** At which bureaus a chosen item is wrong, with what each shows, so that a right one is left alone. */
export const BureauChoice = ({ item, choice, answer, describedBy }: Props) => {
  const { key } = item
  const place = controlId({ key, part: 'bureaus' })
  return (
    <fieldset className={`${fieldStyles.options} ${wizardStyles.nested}`} aria-describedby={describedBy}>
      <legend>
        Where is it wrong? <span className={textStyles.visuallyHidden}>{item.name}</span>
      </legend>
      {item.offered.map(({ bureau, shows }, at) => (
        <Choice
          key={bureau}
          type="checkbox"
          id={at === 0 ? place : undefined}
          checked={choice.bureaus.includes(bureau)}
          onChange={event => answer({ did: 'bureau', key, bureau, on: event.target.checked })}
          title={<Bureau bureau={bureau} />}
          hint={shows}
        />
      ))}
    </fieldset>
  )
}
