import { states } from '#features/identity/profile-choices.ts'
import type { Bureau } from '#values/bureau.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice, SelectField } from '#web/ui/Choice.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import type { CompanyAddressPart, TypedAddress } from '../../company-address.ts'
import type { CompanyAnswers } from './company-answers.ts'

type Props = {
  answers: CompanyAnswers
  /** The company's addresses in the report. */
  stated: readonly { bureau: Bureau; address: TypedAddress }[]
  /** Messages by field name. */
  problems: Readonly<Record<string, string>>
  onChange: (answers: CompanyAnswers) => void
}

/** The id of an address field's control, for focusing it. */
export const companyControlId = (part: string): string => `company-${part}`

const confirmId = companyControlId('confirmed')

/** The address of a letter to a company, from the report or typed, and the user's confirmation that it is right. */
export const CompanyAddressFields = ({ answers, stated, problems, onChange }: Props) => {
  /** Changing the address clears the confirmation. */
  const change = (part: CompanyAddressPart, value: string) =>
    onChange({ ...answers, [part]: value, confirmed: false })
  const control = (part: CompanyAddressPart) => ({
    id: companyControlId(part),
    value: answers[part],
    error: problems[part],
    onChange: (event: { target: { value: string } }) => change(part, event.target.value),
  })
  return (
    <div className={layoutStyles.stackSmall}>
      {stated.map(({ bureau, address }) => (
        <Note
          key={bureau}
          tone="plain"
          title={`Your ${bureau} report gives this address`}
          action={
            <Button
              size="small"
              aria-label={`Use this address of your ${bureau} report`}
              onClick={() => onChange({ ...address, confirmed: false })}
            >
              Use this address
            </Button>
          }
        >
          {`${address.name}, ${address.street}, ${address.city}, ${address.state} ${address.postal}`}
        </Note>
      ))}
      <Field {...control('name')} label="Name of the company" />
      <Field {...control('street')} label="Street or P.O. box" />
      <Field {...control('secondLine')} label="Suite or department" optional />
      <Field {...control('city')} label="City" />
      <div className={layoutStyles.twoColumns}>
        <SelectField
          id={companyControlId('state')}
          label="State"
          error={problems.state}
          options={[{ value: '', text: 'Choose' }, ...states.map(one => ({ value: one, text: one }))]}
          value={answers.state}
          onChoose={state => change('state', state)}
        />
        <Field {...control('postal')} label="ZIP code" inputMode="numeric" />
      </div>
      {problems.confirmed !== undefined && <FieldError id={`${confirmId}-error`} text={problems.confirmed} />}
      <Choice
        type="checkbox"
        id={confirmId}
        aria-invalid={problems.confirmed === undefined ? undefined : true}
        aria-describedby={problems.confirmed === undefined ? undefined : `${confirmId}-error`}
        checked={answers.confirmed}
        onChange={event => onChange({ ...answers, confirmed: event.target.checked })}
        title="I checked that this company takes letters at this address"
        hint="Look at a statement, a letter or the company’s own website."
      />
    </div>
  )
}
