import type { ReplyOf } from '#api/endpoint.ts'
import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { useForm, type Values } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { identity } from '../contract.ts'
import type { Proof, SecondProofNeeded } from './proof.ts'
import { refusalOf } from './refused-fields.ts'
import { SecondProofField } from './SecondProofField.tsx'
import { checksOf, fieldOf, givenIn } from './second-proof-checks.ts'

export type SecondProofFormProps = {
  proof: Proof
  needed: SecondProofNeeded
  onSignedIn: (answer: ReplyOf<typeof identity.signIn>) => void
  /** Back to the phone number, for a new code. */
  onStartAgain: () => void
}

/** Signs in with the code that was texted and one more: of the authenticator app, a recovery code, or e-mailed. */
export const SecondProofForm = ({ proof, needed, onSignedIn, onStartAgain }: SecondProofFormProps) => {
  const signIn = useAct(client.identity.signIn, { onDone: onSignedIn })
  const name = fieldOf[needed]
  const { refused, otherError } = refusalOf(signIn.error, { wrong_code: name })
  const enter = (values: Values) => signIn.mutate({ ...proof, ...givenIn(values, needed) })
  const form = useForm(checksOf(needed), enter, refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} />}
      <form {...form.wiring}>
        <SecondProofField name={name} error={form.errors[name]} />
        <Button
          type="submit"
          kind="primary"
          size="big"
          block
          busy={signIn.isPending}
          busyText="Signing in..."
        >
          Sign in
        </Button>
      </form>
      <p className="alt">
        <Button kind="link" onClick={onStartAgain}>
          Start again with a new code
        </Button>
      </p>
    </>
  )
}
