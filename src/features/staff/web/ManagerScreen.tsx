import { useSession } from '#web/session.ts'
import { useTitle } from '#web/title.ts'
import { ClientAccess } from './ClientAccess.tsx'
import { ManagerLogin } from './ManagerLogin.tsx'

/** Manager access: signing in as a manager, then opening a client's account. */
export const ManagerScreen = () => {
  useTitle('Manager access')
  const { manager } = useSession()
  return manager ? <ClientAccess /> : <ManagerLogin />
}
