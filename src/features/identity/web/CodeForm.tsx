import type { ReactNode } from 'react'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { type Sentences, useForm, type Values } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeField } from '#web/ui/CodeField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import type { CodeSent } from './PhoneForm.tsx'
import { codeChecks } from './sign-in-checks.ts'
import { showSeconds, useCountdown } from './use-countdown.ts'

type CodeFormProps = {
  sent: CodeSent
  onSentAgain: (sent: CodeSent) => void
  onCode: (values: Values) => void
  busy: boolean
  /** The button's words, and those while at work. */
  act: string
  acting: string
  /** What the server said of these fields. */
  refused: Sentences
  /** Any other failure of the act. */
  error: unknown
  /** Checks of further fields below the code. */
  alsoCheck?: (values: Values) => Sentences
  children?: (errors: Sentences) => ReactNode
}

/** Takes the code that was texted; a new one can be asked for after the wait. */
export const CodeForm = (props: CodeFormProps) => {
  const { sent, onSentAgain, onCode, busy, act, acting, refused, error, alsoCheck, children } = props
  const check = (values: Values) => ({ ...codeChecks(values), ...alsoCheck?.(values) })
  const form = useForm(check, onCode, refused)
  const again = useAct(client.identity.sendCode, {
    onDone: ({ resendInSeconds, message = null }) => {
      onSentAgain({ ...sent, resendInSeconds, message, at: Date.now() })
      // The button rests now; the next thing to do is to type what it brings.
      document.getElementById('code')?.focus()
    },
  })
  const wait = useCountdown(sent.resendInSeconds, sent.at)
  return (
    <>
      {again.error ? null : (
        <Note key={sent.at} tone={sent.message === null ? 'green' : 'sand'} role="status">
          {sent.message ?? 'SMS code sent successfully!'}
        </Note>
      )}
      {again.error && <ErrorNote error={again.error} />}
      {Boolean(error) && <ErrorNote error={error} />}
      <form {...form.wiring}>
        <ErrorSummary errors={form.errors} place={form.summary} />
        <CodeField
          name="code"
          label="6-digit code"
          hint="You can paste it, or let your phone fill it in"
          error={form.errors.code}
          autoFocus
        />
        {children?.(form.errors)}
        <Button type="submit" kind="primary" size="big" block busy={busy} busyText={acting}>
          {act}
        </Button>
      </form>
      <p className="muted">
        No text yet? You can{' '}
        <Button
          kind="link"
          disabled={wait > 0}
          busy={again.isPending}
          onClick={() => again.mutate({ phoneNumber: sent.phoneNumber })}
        >
          send a new code
        </Button>
        {wait > 0 && (
          <>
            {' '}
            in <span className="num">{showSeconds(wait)}</span>
          </>
        )}
        .
      </p>
    </>
  )
}
