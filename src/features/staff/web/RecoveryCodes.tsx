import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { StepHeading } from './StepHeading.tsx'

/** Codes that stand in for the authenticator app, shown this once. */
export const RecoveryCodes = ({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) => (
  <>
    <div>
      <StepHeading>Save your recovery codes</StepHeading>
      <p className="lead">Each code signs you in once when you do not have your app.</p>
    </div>
    <Note tone="sand" title="These codes are shown only now">
      Keep them where you keep your passwords, not on the device with the app.
    </Note>
    <div className="card stack-s">
      <ul className="codes num" aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} />
    </div>
    <Button variant="primary" size="big" block onClick={onSaved}>
      I saved them
    </Button>
  </>
)
