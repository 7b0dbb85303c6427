import type { ReactNode } from 'react'
import { type FieldErrors, type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import { AnotherCode } from './AnotherCode.tsx'
import type { CodeSent } from './code-sent.ts'
import { SentNote } from './SentNote.tsx'
import { codeChecks } from './sign-in-checks.ts'
import { useAnotherCode } from './use-another-code.ts'

type CodeFormProps = {
  sent: CodeSent
  onSentAgain: (sent: CodeSent) => void
  onCode: (values: FormValues) => void
  busy: boolean
  /** The button's words, and those while at work. */
  act: string
  acting: string
  /** What the server said of these fields. */
  refused: FieldErrors
  /** Any other failure of the act. */
  error: unknown
  /** Checks of further fields below the code. */
  alsoCheck?: (values: FormValues) => FieldErrors
  children?: (errors: FieldErrors) => ReactNode
}

/** Takes the code that was texted; a new one can be asked for after the wait. */
export const CodeForm = (props: CodeFormProps) => {
  const { sent, onSentAgain, onCode, busy, act, acting, refused, error, alsoCheck, children } = props
  const check = (values: FormValues) => ({ ...codeChecks(values), ...alsoCheck?.(values) })
  const form = useForm(check, onCode, refused)
  const another = useAnotherCode(sent, 'code', onSentAgain)
  return (
    <>
      <SentNote sent={sent} error={another.error} />
      {Boolean(error) && <ErrorNote error={error} />}
      <form {...form.formProps}>
        <ErrorSummary errors={form.errors} summaryRef={form.summary} />
        <CodeField
          name="code"
          label="6-digit code"
          hint="You can paste it, or let your phone fill it in"
          error={form.errors.code}
          autoFocus
        />
        {children?.(form.errors)}
        <Button type="submit" variant="primary" size="big" block busy={busy} busyText={acting}>
          {act}
        </Button>
      </form>
      <p className="muted">
        No text yet? You can <AnotherCode {...another} words="send a new code" />.
      </p>
    </>
  )
}
