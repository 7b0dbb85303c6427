import { Bureau } from '#web/ui/Bureau.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import type { DisputableItem } from './disputable-item.ts'
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
    <fieldset className="opts at" aria-describedby={describedBy}>
      <legend>
        Where is it wrong? <span className="vh">{item.name}</span>
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
