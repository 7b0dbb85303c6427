import { Link } from '@tanstack/react-router'
import { frozenBureaus } from '#features/disputes/freezes/freeze-words.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import type { FullReport } from '#features/reports/contract.ts'
import { localToday } from '#features/reports/web/parts-text.ts'
import { alertAt } from '#features/tradelines/credit-file.ts'
import { showList } from '#values/list.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { listObstacles, type Obstacle } from '../../goal/goal-view.ts'

/**
 * What keeps a lender from the file or requires more checks: a freeze (15 USC 1681c-1(i)), which lets it treat an
 * application as incomplete ((i)(3)(D)), and a fraud alert, which requires it to verify the identity (1681c-1(h)).
 */
export const Obstacles = ({ goal, report }: { goal: UserInfo['goal']; report: FullReport | null }) => {
  const { data, error, isFetching, refetch } = useApiQuery(client.freezes.list)
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} />
  const obstacles = listObstacles(goal, {
    frozenAt: frozenBureaus(data?.data ?? [], localToday()),
    alertAt: report === null ? [] : alertAt(report),
  })
  return obstacles.map(obstacle => <ObstacleNote key={obstacle.kind} obstacle={obstacle} />)
}

const ObstacleNote = ({ obstacle: { kind, bureaus } }: { obstacle: Obstacle }) =>
  kind === 'freeze' ? (
    <Note
      tone="amber"
      icon="snow"
      title={`Your file is frozen at ${showList(bureaus)}`}
      action={
        <Link {...buttonLook({ size: 'small' })} to="/disputes/freezes">
          See your freezes
        </Link>
      }
    >
      A new lender cannot see it. Lift the freeze for the days on which you apply: online or by phone it takes
      an hour by law. Until then it protects you.
    </Note>
  ) : (
    <Note tone="amber" title={`There is an alert on your file at ${showList(bureaus)}`}>
      With a fraud or active duty alert a lender must take steps to know that it is you, so the answer may
      take longer. Have your identification ready.
    </Note>
  )
