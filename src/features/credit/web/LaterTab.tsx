import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type TabId, tabs } from './tabs.ts'

const untilThen = {
  voice: 'Until then the numbers behind most questions are in Overview.',
} as const satisfies Partial<Record<TabId, string>>

/** A part that is not built yet says so, and where its facts are meanwhile. */
export const LaterTab = ({ id }: { id: keyof typeof untilThen }) => (
  <div className="card">
    <EmptyState icon="clock" title={`${tabs.find(tab => tab.id === id)?.label} comes with a later release.`}>
      {untilThen[id]}
    </EmptyState>
  </div>
)
