import { Field } from '#web/ui/Field.tsx'

type FindBoxProps = { label: string; typed: string; onType: (typed: string) => void }

/** A search of the list below it; what is typed stays in the page. */
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
