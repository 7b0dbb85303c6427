import { Link } from '@tanstack/react-router'
import { useDocumentTitle } from './document-title.ts'
import { StandalonePage } from './StandalonePage.tsx'
import { EmptyState } from './ui/EmptyState.tsx'

/** An address that leads nowhere. */
export const NotFoundPage = () => {
  useDocumentTitle('Page not found')
  return (
    <StandalonePage>
      <div className="card auth-c">
        <h1 className="vh">Page not found</h1>
        <EmptyState
          icon="search"
          title="There is no page here"
          action={
            <Link className="btn pri" to="/">
              Go to your file
            </Link>
          }
        >
          The address may be old or mistyped.
        </EmptyState>
      </div>
    </StandalonePage>
  )
}
