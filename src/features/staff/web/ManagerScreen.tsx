import { useDocumentTitle } from '#web/document-title.ts'
import { useSession } from '#web/session.ts'
import { ClientAccess } from './ClientAccess.tsx'
import { ManagerLogin } from './ManagerLogin.tsx'

/** Manager access: signing in as a manager, then opening a client's account. */
export const ManagerScreen = () => {
  useDocumentTitle('Manager access')
  const { manager } = useSession()
  return manager ? <ClientAccess /> : <ManagerLogin />
}
