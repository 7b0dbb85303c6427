import { Checklist } from '#features/checklist/web/Checklist.tsx'
import { useChecklist } from '#features/checklist/web/use-checklist.ts'
import { AnalyticsScreen } from '#features/credit/web/AnalyticsScreen.tsx'

export { loadParts } from '#features/credit/web/AnalyticsScreen.tsx'

/** Analytics with the checklist at the top of Overview, which waits for it, since it would shift what is below. */
export const AnalyticsSection = () => {
  const { data, isFetched } = useChecklist()
  return (
    <AnalyticsScreen
      top={data !== undefined && data.steps.length > 0 && <Checklist steps={data.steps} />}
      topIsReady={isFetched}
    />
  )
}
