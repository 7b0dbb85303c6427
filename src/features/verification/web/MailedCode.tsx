import { onlyErrors, splitFormError } from '#features/identity/web/form-checks.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Verification } from '../contract.ts'

/** Refetched because a confirmed identity changes it. */
const refreshes = [client.verification.state, client.identity.identityState, client.identity.me]

/** Requests a letter with a code and accepts the code. */
export const MailedCode = () => {
  const { data, error } = useApiQuery(client.verification.state)
  const barred = usePermission('never')
  const ask = useApiMutation(client.verification.sendLetter, { refreshes })
  if (error !== null) return <ErrorNote error={error} />
  if (!data?.mailedCode) return null
  const { canAsk, message, letter } = data.mailedCode
  return (
    <div className={layoutStyles.stackSmall}>
      {message !== null && (
        <Note
          tone={letter === null ? 'sand' : 'blue'}
          icon={letter === null ? 'shield' : 'mail'}
          role="status"
        >
          <p>{message}</p>
        </Note>
      )}
      {barred !== null && <p className={textStyles.muted}>{barred}</p>}
      {barred === null && letter !== null && <CodeForm letter={letter} />}
      {ask.error && <ErrorNote error={ask.error} />}
      {barred === null && canAsk && (
        <div>
          <Button
            icon="mail"
            variant={letter === null ? 'primary' : 'quiet'}
            busy={ask.isPending}
            busyText="Asking..."
            onClick={() => ask.mutate(undefined)}
          >
            {letter === null ? 'Mail me a code' : 'Mail me another code'}
          </Button>
        </div>
      )}
    </div>
  )
}

type Letter = NonNullable<NonNullable<Verification['mailedCode']>['letter']>

const CodeForm = ({ letter: { triesLeft } }: { letter: Letter }) => {
  const enter = useApiMutation(client.verification.verifyCode, { refreshes })
  const { refused, otherError } = splitFormError(enter.error, { wrong_code: 'mailedCode' })
  const form = useForm(
    ({ mailedCode = '' }) =>
      onlyErrors({ mailedCode: mailedCode.trim() === '' && 'Enter the code of the letter' }),
    ({ mailedCode = '' }) => enter.mutate({ code: mailedCode }),
    refused,
  )
  return (
    <form {...form.formProps} className={layoutStyles.stackSmall}>
      {otherError && <ErrorNote error={otherError} />}
      <Field
        name="mailedCode"
        label="Code of the letter"
        hint={triesLeft === 1 ? '8 characters; you can try once more' : '8 characters, as printed'}
        error={form.errors.mailedCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <div>
        <Button type="submit" variant="primary" busy={enter.isPending} busyText="Checking...">
          Confirm
        </Button>
      </div>
    </form>
  )
}
