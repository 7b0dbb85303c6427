import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { bureausInPlan } from '#features/identity/plan.ts'
import { MaxPlanDialog } from '#features/identity/web/MaxPlanDialog.tsx'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { useMaxPlan } from '#features/identity/web/use-max-plan.ts'
import type { FullReport } from '#features/reports/contract.ts'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { CheckReading } from '#features/reports/web/CheckReading.tsx'
import { GetReportActs } from '#features/reports/web/GetReportActs.tsx'
import { ImportDialog } from '#features/reports/web/ImportDialog.tsx'
import { ImportOutcome } from '#features/reports/web/ImportOutcome.tsx'
import { OldReportNote } from '#features/reports/web/OldReportNote.tsx'
import { localToday } from '#features/reports/web/parts-text.ts'
import { ReportFilePicker } from '#features/reports/web/ReportFilePicker.tsx'
import { ReportParts } from '#features/reports/web/ReportParts.tsx'
import { StepCard } from '#features/reports/web/StepCard.tsx'
import { TryPullAgain } from '#features/reports/web/TryPullAgain.tsx'
import type { ReportImport } from '#features/reports/web/use-report-import.ts'
import { type Bureau, bureaus } from '#values/bureau.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { useBelowTheFold } from '#web/below-the-fold.ts'
import { client } from '#web/client.ts'
import { BureauGlyph } from '#web/ui/Bureau.tsx'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { Analytics, Factor, Figures as FiguresOfReport } from '../contract.ts'
import { CardUse } from './CardUse.tsx'
import { CreditMix } from './CreditMix.tsx'
import { DropOffs } from './DropOffs.tsx'
import * as factorCardStyles from './FactorCard.module.css'
import { FactorCard } from './FactorCard.tsx'
import * as figuresStyles from './Figures.module.css'
import { MainAlertPanel } from './MainAlertPanel.tsx'
import { Processing } from './Processing.tsx'
import * as scoreCardStyles from './ScoreCard.module.css'
import { ScoreCard } from './ScoreCard.tsx'
import { subscriptionLevel } from './use-analytics.ts'

type OverviewProps = {
  data: Analytics
  work: ReportImport
  /** Shown first, below the result of the last action. */
  top: ReactNode
}

export const Overview = ({ data, work, top }: OverviewProps) => {
  const report = data.fullReport
  const { imported } = work
  const choose = () => work.setChoosing(true)
  const barred = usePermission('assist')
  const mayRemove = usePermission('never') === null
  const user = useUser()
  const belowTheFold = useBelowTheFold()
  if (work.reading !== null) return <CheckReading open={work.reading} work={work} />
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
          acts={report === null && <GetReportActs withImport />}
        />
      )}
      {belowTheFold && (
        <>
          {data.creditFactors.length > 0 && <Factors factors={data.creditFactors} />}
          {data.figures && <Figures figures={data.figures} />}
          <section
            className={`${cardStyles.card} ${layoutStyles.stackSmall}`}
            aria-labelledby="import-report"
          >
            <div className={cardStyles.header}>
              <div>
                <h2 id="import-report">Import a report</h2>
                <p>{barred ?? 'Already have a report? Upload it and we will read it.'}</p>
              </div>
              {report && barred === null && (
                <Button icon="upload" onClick={choose}>
                  Choose a report file
                </Button>
              )}
            </div>
            {data.report?.parts.some(({ origin }) => origin === 'import') && (
              <ReportParts
                parts={data.report.parts}
                expected={bureausInPlan(user.maxPlanEnabled ? 'max' : 'free')}
                today={localToday()}
                mayRemove={mayRemove}
                onReplace={barred === null ? work.setChoosing : null}
              />
            )}
            {!report && barred === null && <ReportFilePicker work={work} />}
          </section>
        </>
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

const Factors = ({ factors }: { factors: readonly Factor[] }) => (
  <section className={layoutStyles.stackSmall} aria-labelledby="factors">
    <div className={layoutStyles.sectionHeader}>
      <div>
        <h2 id="factors">What shapes your scores</h2>
        <p>The parts that matter most come first.</p>
      </div>
    </div>
    <div className={factorCardStyles.container}>
      <div className={factorCardStyles.grid}>
        {factors.map(factor => (
          <FactorCard key={factor.id} factor={factor} />
        ))}
      </div>
    </div>
  </section>
)

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

/** Charts of the report. Each is a table with a drawing in its rows, so screen readers can read it. */
const Figures = ({ figures: { cards, payPlans, mix, dropOffs } }: { figures: FiguresOfReport }) => (
  <div className={figuresStyles.container}>
    <div className={figuresStyles.pair}>
      {cards.length > 0 && <CardUse cards={cards} plans={payPlans} />}
      {mix.length > 0 && <CreditMix mix={mix} />}
    </div>
    {dropOffs.length > 0 && <DropOffs dropOffs={dropOffs} />}
  </div>
)
