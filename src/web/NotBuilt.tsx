import { EmptyState } from './ui/EmptyState.tsx'
import type { IconName } from './ui/Icon.tsx'

/** A place whose work has not been built: one honest line. */
export const NotBuilt = ({ icon, what }: { icon: IconName; what: string }) => (
  <div className="card">
    <EmptyState icon={icon} title="Not here yet">
      {what}
    </EmptyState>
  </div>
)

export const Tradelines = () => <NotBuilt icon="layers" what="Tradeline advice is still being built." />
