import { Link } from '@tanstack/react-router'
import { NotBuilt } from './NotBuilt.tsx'
import { useTitle } from './title.ts'
import { WholePage } from './WholePage.tsx'

/** The staff entrance. */
export const ManagerPage = () => {
  useTitle('Manager access')
  return (
    <WholePage>
      <div className="auth-c">
        <h1>Manager access</h1>
        <NotBuilt icon="users" what="Opening a client account as staff is still being built." />
        <p className="alt">
          <Link to="/login">Sign in as a consumer</Link>
        </p>
      </div>
    </WholePage>
  )
}
