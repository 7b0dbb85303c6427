import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from './ui/Button.tsx'
import { Icon } from './ui/Icon.tsx'

/** What stands in a section's place when showing it failed; the shell around it stays. */
export const ErrorPage = ({ reset }: Pick<ErrorComponentProps, 'reset'>) => {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="card">
      <div className="empty failed" role="alert">
        <span className="ic">
          <Icon name="warn" />
        </span>
        <h2 className="h3">This page could not be shown</h2>
        <p>The fault is ours. What you have saved is safe. Try again, or choose another section.</p>
        <Button kind="primary" icon="refresh" onClick={again}>
          Try again
        </Button>
      </div>
    </div>
  )
}
