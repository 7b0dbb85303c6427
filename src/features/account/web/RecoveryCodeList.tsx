import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'

type RecoveryCodeListProps = { codes: readonly string[]; onSaved: () => void }

/** Codes that stand in for the app, shown this once. */
export const RecoveryCodeList = ({ codes, onSaved }: RecoveryCodeListProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const place = useFocusFallback('authenticator')
  return (
    <div className="stack-s" ref={place}>
      <h3 ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h3>
      <Note tone="sand" title="These codes are shown only now">
        Each signs you in once when you do not have your app. Keep them where you keep your papers, not on the
        device with the app.
      </Note>
      <ul className="codes num" aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={codes.join('\n')} />
        <Button variant="primary" onClick={onSaved}>
          I saved them
        </Button>
      </div>
    </div>
  )
}
