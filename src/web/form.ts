import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'

/** By field name. */
export type FormValues = Readonly<Record<string, string>>

/** One message per field, by field name. */
export type FieldErrors = Readonly<Record<string, string>>

const noErrors: FieldErrors = {}

const readFormValues = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

type Form = {
  errors: FieldErrors
  summary: RefObject<HTMLDivElement | null>
  /** For the `form` element: `<form {...form.formProps}>`. */
  formProps: {
    noValidate: true
    onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
    onInput: (event: SyntheticEvent<HTMLFormElement>) => void
  }
}

/**
 * A native form whose fields have their name as id, or a name that is unique in their form. It is checked on submit; after
 * that a message disappears as soon as its field is valid. The focus moves to the invalid field, or to the summary if there
 * are several. `refused` contains the server's messages for these fields.
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
  const sent = useRef<HTMLFormElement>(null)
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
    else if (first !== undefined) {
      // A dialog's form may have fields with the same names as the form behind it. A group of radio buttons is no element.
      const field = sent.current?.elements.namedItem(first)
      const target = field instanceof HTMLElement ? field : document.getElementById(first)
      target?.focus()
    }
  }, [failed])

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    sent.current = event.currentTarget
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
