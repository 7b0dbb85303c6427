import { type ControlProps, Field } from '#web/ui/Field.tsx'
import type { Option } from './disputable-item.ts'
import type { Choice } from './wizard.ts'
import { controlId, problemAt, type WizardPage } from './wizard-page.ts'

/** What is said beside an answer, in the person's own words: details of a reason, or what is right. */
export const OptionWords = ({
  option: { words },
  choice: { key, text },
  page,
}: {
  option: Option
  choice: Choice
  page: WizardPage
}) => {
  if (words === null) return null
  const about = { key, part: 'text' } as const
  const long = words.most > 300
  const control = (wiring: ControlProps) => {
    const given = {
      ...wiring,
      required: words.needed,
      maxLength: words.most,
      value: text,
      onChange: (event: { target: { value: string } }) =>
        page.answer({ did: 'say', key, text: event.target.value }),
    }
    return long ? <textarea {...given} rows={3} /> : <input {...given} type="text" autoComplete="off" />
  }
  return (
    <Field
      label={words.label}
      id={controlId(about)}
      optional={!words.needed}
      hint={words.hint}
      error={problemAt(page.wizard, about) ?? undefined}
      control={control}
    />
  )
}
