import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** What a form holds, by field name. */
export type FormValues = Readonly<Record<string, string>>

/** What is not right, one sentence a field, by field name. */
export type FieldErrors = Readonly<Record<string, string>>

const noErrors: FieldErrors = {}

const readFormValues = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

type Form = {
  errors: FieldErrors
  summary: RefObject<HTMLDivElement | null>
  /** For the `form` element: `<form {...form.wiring}>`. */
  formProps: {
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
  check: (values: FormValues) => FieldErrors,
  onGood: (values: FormValues) => void,
  refused: FieldErrors = noErrors,
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
    const values = readFormValues(event.currentTarget)
    const found = check(values)
    setErrors(found)
    if (Object.keys(found).length > 0) setFailed(found)
    else onGood(values)
  }

  const onInput = (event: SyntheticEvent<HTMLFormElement>) => {
    if (Object.keys(errors).length === 0) return
    const still = check(readFormValues(event.currentTarget))
    setErrors(Object.fromEntries(Object.entries(still).filter(([name]) => name in errors)))
  }

  return { errors, summary, formProps: { noValidate: true, onSubmit, onInput } }
}
