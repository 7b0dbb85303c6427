import { Link } from '@tanstack/react-router'
import { useTitle } from './title.ts'
import { EmptyState } from './ui/EmptyState.tsx'
import { WholePage } from './WholePage.tsx'

/** An address that leads nowhere. */
export const NotFoundPage = () => {
  useTitle('Page not found')
  return (
    <WholePage>
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
    </WholePage>
  )
}
