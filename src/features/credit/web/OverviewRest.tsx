import { bureausInPlan } from '#features/identity/plan.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import type { accountTypes } from '#features/reports/canonical.ts'
import { localToday } from '#features/reports/web/parts-text.ts'
import { ReportFilePicker } from '#features/reports/web/ReportFilePicker.tsx'
import { ReportParts } from '#features/reports/web/ReportParts.tsx'
import type { ReportImport } from '#features/reports/web/use-report-import.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { AccountKind, Analytics, Factor, Figures as FiguresOfReport } from '../contract.ts'
import { CardUse } from './CardUse.tsx'
import { DropOffs } from './DropOffs.tsx'
import * as factorCardStyles from './FactorCard.module.css'
import { FactorCard } from './FactorCard.tsx'
import * as figuresStyles from './Figures.module.css'

/** Overview below the fold. */
export const OverviewRest = ({ data, work }: { data: Analytics; work: ReportImport }) => {
  const barred = usePermission('assist')
  const mayRemove = usePermission('never') === null
  const user = useUser()
  const hasReport = data.fullReport !== null
  return (
    <>
      {data.creditFactors.length > 0 && <Factors factors={data.creditFactors} />}
      {data.figures && <Figures figures={data.figures} />}
      <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="import-report">
        <div className={cardStyles.header}>
          <div>
            <h2 id="import-report">Import a report</h2>
            <p>{barred ?? 'Already have a report? Upload it and we will read it.'}</p>
          </div>
          {hasReport && barred === null && (
            <Button icon="upload" onClick={() => work.setChoosing(true)}>
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
        {!hasReport && barred === null && <ReportFilePicker work={work} />}
      </section>
    </>
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

const names: Readonly<Record<(typeof accountTypes)[number], string>> = {
  Revolving: 'Cards',
  Installment: 'Loans',
  Mortgage: 'Mortgages',
  Open: 'Paid in full each month',
  'Line of credit': 'Lines of credit',
  Collection: 'Collections',
  Unknown: 'Kind not reported',
}

const heads = ['Kind', 'Open', 'Not open'] as const

const CreditMix = ({ mix }: { mix: readonly AccountKind[] }) => {
  const most = Math.max(...mix.map(({ open, notOpen }) => open + notOpen))
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="credit-mix">
      <header>
        <div>
          <h2 className={textStyles.heading3} id="credit-mix">
            Credit mix
          </h2>
          <p>Each account once, even if several bureaus list it. The colored part is open.</p>
        </div>
      </header>
      <ResponsiveTable headers={heads} labelledBy="credit-mix" rightAligned={heads.slice(1)}>
        {mix.map(({ type, open, notOpen }) => (
          <tr key={type} role="row">
            <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
              {names[type]}
              <MixBar open={open} all={open + notOpen} most={most} />
            </th>
            <td role="cell" className={tableStyles.alignEnd} data-l="Open">
              {open}
            </td>
            <td role="cell" className={tableStyles.alignEnd} data-l="Not open">
              {notOpen}
            </td>
          </tr>
        ))}
      </ResponsiveTable>
    </section>
  )
}

const MixBar = ({ open, all, most }: { open: number; all: number; most: number }) => (
  <svg className={figuresStyles.mixBar} aria-hidden="true">
    <rect className={figuresStyles.closed} width={`${(all * 100) / most}%`} height="100%" rx="4" />
    <rect className={figuresStyles.open} width={`${(open * 100) / most}%`} height="100%" rx="4" />
  </svg>
)
