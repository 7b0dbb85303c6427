import type { EndpointReply } from '#api/endpoint.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { type FormValues, useForm } from '#web/form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { identity } from '../contract.ts'
import type { PhoneProof, SecondProofDemand } from './proof.ts'
import { splitFormError } from './refused-fields.ts'
import { SecondProofField } from './SecondProofField.tsx'
import { readSecondProof, secondProofChecks, secondProofField } from './second-proof-checks.ts'

export type SecondProofFormProps = {
  proof: PhoneProof
  needed: SecondProofDemand
  onSignedIn: (answer: EndpointReply<typeof identity.signIn>) => void
  /** Back to the phone number, for a new code. */
  onStartAgain: () => void
}

/** Signs in with the code that was texted and one more: of the authenticator app, a recovery code, or e-mailed. */
export const SecondProofForm = ({ proof, needed, onSignedIn, onStartAgain }: SecondProofFormProps) => {
  const signIn = useApiMutation(client.identity.signIn, { onDone: onSignedIn })
  const name = secondProofField[needed]
  const { refused, otherError } = splitFormError(signIn.error, { wrong_code: name })
  const enter = (values: FormValues) => signIn.mutate({ ...proof, ...readSecondProof(values, needed) })
  const form = useForm(secondProofChecks(needed), enter, refused)
  return (
    <>
      {otherError && <ErrorNote error={otherError} />}
      <form {...form.formProps}>
        <SecondProofField name={name} error={form.errors[name]} />
        <Button
          type="submit"
          variant="primary"
          size="big"
          block
          busy={signIn.isPending}
          busyText="Signing in..."
        >
          Sign in
        </Button>
      </form>
      <p className="alt">
        <Button variant="link" onClick={onStartAgain}>
          Start again with a new code
        </Button>
      </p>
    </>
  )
}
