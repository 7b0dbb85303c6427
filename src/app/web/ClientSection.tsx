import { ClientAgreementCard } from '#features/agreement/web/ClientAgreementCard.tsx'
import { ClientScreen } from '#features/staff/web/client/ClientScreen.tsx'

/** A client's page, with content of higher features. */
export const ClientSection = () => (
  <ClientScreen sections={clientId => <ClientAgreementCard clientId={clientId} />} />
)
