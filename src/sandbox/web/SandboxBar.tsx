import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { signInClient } from '#web/sign-in-client.ts'
import * as sandboxStyles from './sandbox.module.css'

/** The notice on every page while any provider is a sandbox. */
export const SandboxBar = () => {
  // The server writes it into the page; a page of the development server lacks it, so it is fetched.
  const served = document.documentElement.dataset['sandbox']
  const { data } = useApiQuery(signInClient.sandbox.state, undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    initialData: served ? { active: served !== 'none', whole: served === 'whole' } : undefined,
  })
  if (!data?.active) return null
  return (
    <aside className={sandboxStyles.bar} aria-label="Sandbox">
      {data.whole
        ? 'Sandbox: invented data, nothing leaves this machine.'
        : 'Sandbox in part: some of what is sent leaves this machine, the rest is in the outbox.'}{' '}
      <Link to="/sandbox">Open the outbox</Link>
    </aside>
  )
}
