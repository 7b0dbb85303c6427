import { Field } from '#web/ui/Field.tsx'

type PickBoxProps = {
  label: string
  /** The words for no choice. */
  all: string
  options: readonly string[]
  picked: string
  onPick: (picked: string) => void
}

/** A filter: all of a list, or one of the values that are in it. '' is no choice. */
export const FilterSelect = ({ label, all, options, picked, onPick }: PickBoxProps) => (
  <Field
    label={label}
    control={wiring => (
      <select {...wiring} value={picked} onChange={event => onPick(event.target.value)}>
        <option value="">{all}</option>
        {options.map(option => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )}
  />
)
