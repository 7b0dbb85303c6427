import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { bureausInPlan } from '#features/identity/plan.ts'
import { MaxPlanDialog, useMaxPlan } from '#features/identity/web/MaxPlanDialog.tsx'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import type { FullReport } from '#features/reports/contract.ts'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { ImportDialog } from '#features/reports/web/ImportDialog.tsx'
import { ImportOutcome } from '#features/reports/web/ImportOutcome.tsx'
import { OldReportNote } from '#features/reports/web/OldReportNote.tsx'
import { StepCard } from '#features/reports/web/StepCard.tsx'
import { TryPullAgain } from '#features/reports/web/TryPullAgain.tsx'
import type { ReportImport } from '#features/reports/web/use-report-import.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { loadBelowTheFold, useBelowTheFold } from '#web/below-the-fold.ts'
import { client } from '#web/client.ts'
import { lazyScreen } from '#web/lazy-loading.ts'
import { RestOfPage } from '#web/RestOfPage.tsx'
import { BureauGlyph } from '#web/ui/Bureau.tsx'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { LoadingMarker } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { Analytics } from '../contract.ts'
import { MainAlertPanel } from './MainAlertPanel.tsx'
import { Processing } from './Processing.tsx'
import * as scoreCardStyles from './ScoreCard.module.css'
import { ScoreCard } from './ScoreCard.tsx'
import { subscriptionLevel } from './use-analytics.ts'

const OverviewRest = lazyScreen(() => import('./OverviewRest.tsx'), 'OverviewRest')
const CheckReading = lazyScreen(() => import('#features/reports/web/CheckReading.tsx'), 'CheckReading')

export const loadParts = (): Promise<void> => loadBelowTheFold(OverviewRest)

type OverviewProps = {
  data: Analytics
  work: ReportImport
  /** Shown first, below the result of the last action. */
  top: ReactNode
}

export const Overview = ({ data, work, top }: OverviewProps) => {
  const report = data.fullReport
  const { imported } = work
  const belowTheFold = useBelowTheFold()
  if (work.reading !== null)
    return (
      <Suspense fallback={<LoadingMarker />}>
        <CheckReading open={work.reading} work={work} />
      </Suspense>
    )
  return (
    <>
      {imported && <ImportOutcome key={imported.reportId} imported={imported} work={work} />}
      {top}
      {data.isProcessing && <Processing data={data} />}
      {!data.isProcessing && data.message && data.message !== noReportMessage && (
        <Note tone="plain">
          <div className={layoutStyles.stackSmall}>
            <p>{data.message}</p>
            <TryPullAgain />
          </div>
        </Note>
      )}
      {data.report && <OldReportNote parts={data.report.parts} />}
      <StepCard waiting={data.isProcessing || data.message !== null} />
      {report && <Scores report={report} />}
      {data.mainAlert.kind !== 'processing' && (
        <MainAlertPanel
          alert={data.mainAlert}
          hasReport={report !== null}
          actions={report === null && <GetReportActions withImport />}
        />
      )}
      {belowTheFold && (
        <RestOfPage>
          <OverviewRest data={data} work={work} />
        </RestOfPage>
      )}
      {work.choosing !== false && <ImportDialog work={work} />}
    </>
  )
}

const Scores = ({ report }: { report: FullReport }) => {
  const user = useUser()
  const { data } = useApiQuery(client.credit.history, { level: subscriptionLevel(user) })
  const shown = bureausInPlan(user.maxPlanEnabled ? 'max' : 'free')
  const hidden = bureaus.filter(bureau => !shown.includes(bureau))
  return (
    <div className={scoreCardStyles.container}>
      <div className={`${layoutStyles.grid3} ${scoreCardStyles.scores}`}>
        {shown.map(bureau => (
          <ScoreCard key={bureau} bureau={bureau} report={report} entries={data?.history[bureau] ?? []} />
        ))}
        {hidden.length > 0 && <HiddenBureaus hidden={hidden} />}
      </div>
    </div>
  )
}

/** Switches the plan after a confirmation. Staff cannot change it from here. */
const HiddenBureaus = ({ hidden }: { hidden: readonly Bureau[] }) => {
  const { notOffered } = useUser()
  const isStaff = usePermission('never') !== null
  const refusal = notOffered.maxPlan
  const [asking, setAsking] = useState(false)
  const change = useMaxPlan()
  const place = useFocusFallback()
  return (
    <article className={`${cardStyles.card} ${scoreCardStyles.locked}`}>
      <div className={layoutStyles.row}>
        {hidden.map(bureau => (
          <BureauGlyph key={bureau} bureau={bureau} />
        ))}
        <h2 className={textStyles.heading3}>{hidden.join(' and ')}</h2>
      </div>
      <p className={textStyles.muted}>
        {isStaff
          ? 'The client’s plan shows one bureau. The plan can be changed in the list of clients, or by the client in Profile.'
          : `Your plan shows one bureau. Lenders may use any of the three. ${refusal?.message ?? 'The Max Plan shows all of them.'}`}
      </p>
      {!isStaff && refusal?.code === 'identity_needed' && (
        <Link {...buttonLook()} to="/profile" hash="identity">
          Confirm identity
        </Link>
      )}
      {!isStaff && refusal === null && (
        <div ref={place}>
          <Button onClick={() => setAsking(true)}>Turn on the Max Plan</Button>
        </div>
      )}
      {asking && (
        <MaxPlanDialog
          on
          busy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ enabled: true }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  )
}
