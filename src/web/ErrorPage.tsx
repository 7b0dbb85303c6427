import { useOnline } from './online.ts'
import { Button } from './ui/Button.tsx'
import { Icon } from './ui/Icon.tsx'

/** Loading anew also fetches files and answers again that came broken; without a network it would lose the shell. */
const again = () => location.reload()

/** What stands in a section's place when showing it failed; the shell around it stays. */
export const ErrorPage = () => {
  const online = useOnline()
  return (
    <div className="card">
      <div className="empty failed" role="alert">
        <span className="ic">
          <Icon name="warn" />
        </span>
        <h2 className="h3">This page could not be shown</h2>
        <p>
          What you have saved is safe. {online ? 'Try again' : 'Try again when you are back online'}, or
          choose another section.
        </p>
        {online && (
          <Button kind="primary" icon="refresh" onClick={again}>
            Try again
          </Button>
        )}
      </div>
    </div>
  )
}
