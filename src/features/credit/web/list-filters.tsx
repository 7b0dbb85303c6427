import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { SelectField } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as bureauSwitchStyles from './BureauSwitch.module.css'

type FindBoxProps = { label: string; typed: string; onType: (typed: string) => void }

export const SearchBox = ({ label, typed, onType }: FindBoxProps) => (
  <Field
    label={label}
    type="search"
    autoComplete="off"
    spellCheck={false}
    maxLength={80}
    value={typed}
    onChange={event => onType(event.target.value)}
  />
)

type PickBoxProps = {
  label: string
  /** The label of the option for no filter, whose value is ''. */
  all: string
  options: readonly string[]
  picked: string
  onPick: (picked: string) => void
}

export const FilterSelect = ({ label, all, options, picked, onPick }: PickBoxProps) => (
  <SelectField
    label={label}
    options={[{ value: '', text: all }, ...options.map(option => ({ value: option, text: option }))]}
    value={picked}
    onChoose={onPick}
  />
)

type BureauSwitchProps = {
  bureaus: readonly BureauName[]
  picked: BureauName
  onPick: (bureau: BureauName) => void
}

export const BureauSwitch = ({ bureaus, picked, onPick }: BureauSwitchProps) =>
  bureaus.length < 2 ? null : (
    <div className={bureauSwitchStyles.segments} role="group" aria-label="Bureau">
      {bureaus.map(bureau => (
        <button key={bureau} type="button" aria-pressed={bureau === picked} onClick={() => onPick(bureau)}>
          <Bureau bureau={bureau} />
        </button>
      ))}
    </div>
  )
