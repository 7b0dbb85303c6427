import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** What a form holds, by field name. */
export type Values = Readonly<Record<string, string>>

/** What is not right, one sentence a field, by field name. */
export type Sentences = Readonly<Record<string, string>>

const nothing: Sentences = {}

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

type Form = {
  errors: Sentences
  summary: RefObject<HTMLDivElement | null>
  /** For the `form` element: `<form {...form.wiring}>`. */
  wiring: {
    noValidate: true
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
    onInput: (event: SyntheticEvent<HTMLFormElement>) => void
  }
}

/**
 * A native form whose fields carry their name as id. It is checked when sent; after that a sentence goes as soon as
 * its field is right. The focus goes to the one field that is not right, or to the summary of several.
 * `refused` are sentences that the server sent back for these fields.
 */
export const useForm = (
  check: (values: Values) => Sentences,
  onGood: (values: Values) => void,
  refused: Sentences = nothing,
): Form => {
  const [errors, setErrors] = useState(refused)
  const [failed, setFailed] = useState(refused)
  const [heard, setHeard] = useState(refused)
  const summary = useRef<HTMLDivElement>(null)
  if (heard !== refused) {
    setHeard(refused)
    if (Object.keys(refused).length > 0) {
      setErrors(refused)
      setFailed(refused)
    }
  }

  useEffect(() => {
    const [first, second] = Object.keys(failed)
    if (second !== undefined) summary.current?.focus()
    else if (first !== undefined) document.getElementById(first)?.focus()
  }, [failed])

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    const found = check(values)
    setErrors(found)
    if (Object.keys(found).length > 0) setFailed(found)
    else onGood(values)
  }

  const onInput = (event: SyntheticEvent<HTMLFormElement>) => {
    if (Object.keys(errors).length === 0) return
    const still = check(valuesOf(event.currentTarget))
    setErrors(Object.fromEntries(Object.entries(still).filter(([name]) => name in errors)))
  }

  return { errors, summary, wiring: { noValidate: true, onSubmit, onInput } }
}
