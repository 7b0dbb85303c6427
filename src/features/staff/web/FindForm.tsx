import type { Ref } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'

type FindFormProps = {
  /** What the box takes. */
  label: string
  busy: boolean
  onFind: (typed: string) => void
  ref: Ref<HTMLFormElement>
}

/** The box in the head of a list, to find some of it. */
export const FindForm = ({ label, busy, onFind, ref }: FindFormProps) => (
  <search>
    <form
      className="find"
      ref={ref}
      onSubmit={event => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('query')
        onFind(typeof typed === 'string' ? typed : '')
      }}
    >
      <Field id="query" name="query" label={label} type="search" autoComplete="off" maxLength={120} />
      <Button type="submit" icon="search" busy={busy}>
        Search
      </Button>
    </form>
  </search>
)
