import { type ReactNode, useState } from 'react'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { showDay } from '#values/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { showDollars } from '../advice-text.ts'
import { showAge, showNumber } from '../age.ts'
import type { Advice } from '../contract.ts'
import { CostCurve } from './CostCurve.tsx'
import * as tradelinesStyles from './tradelines.module.css'
import type { AdviceWork } from './use-advice.ts'

type AdviceResultProps = { found: Advice; input: { desiredAverageAge: number }; advice: AdviceWork }

export const AdviceResult = ({ found, input, advice }: AdviceResultProps) => {
  const { reached, before } = found
  const isReached = reached.averageAge && reached.extraLimit
  const none = before.accounts === 0 && found.selectedTradeLines.length === 0
  return (
    <>
      <GuardNotes guards={found.guards} />
      <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="tl-result">
        <header>
          <h2 id="tl-result" tabIndex={-1}>
            Your result
          </h2>
        </header>
        <dl className={tradelinesStyles.stats}>
          <Figure name="New Average Age" was={before.averageAge === null ? null : showAge(before.averageAge)}>
            {none ? (
              '-'
            ) : (
              <>
                {showNumber(found.newAverageAge)} <small>years</small>
              </>
            )}
          </Figure>
          <Figure name="New Total Limit" was={showDollars(before.totalLimit)}>
            {showDollars(found.newTotalLimit)}
          </Figure>
          <Figure name="Total Cost" was={null}>
            {showDollars(found.totalCost)}
          </Figure>
        </dl>
        {found.selectedTradeLines.length === 0 && <LeftOut leftOut={found.leftOut} />}
      </section>
      {found.message !== null && <Note tone={isReached ? 'plain' : 'sand'}>{found.message}</Note>}
      {found.selectedTradeLines.length > 0 && <PlanTable found={found} />}
      <CostCurve points={found.curve} desired={input.desiredAverageAge} />
      <FreeMoves moves={found.freeMoves} notices={found.notices.slice(1)} />
      {found.selectedTradeLines.length > 0 && <SendRequest guards={found.guards} advice={advice} />}
    </>
  )
}

const Figure = ({ name, was, children }: { name: string; was: string | null; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {was !== null && <dd className={tradelinesStyles.was}>now {was}</dd>}
  </div>
)

const planHeads = ['Name', 'Age', 'Credit limit', 'Price', 'Slots', 'Total cost'] as const

const PlanTable = ({ found }: { found: Advice }) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="tl-lines">
    <header>
      <h2 className={textStyles.heading3} id="tl-lines">
        Recommended tradelines
      </h2>
    </header>
    <ResponsiveTable
      headers={planHeads}
      labelledBy="tl-lines"
      className={responsiveTableStyles.threeColumns}
      rightAligned={planHeads.slice(1)}
      footer={
        <tr role="row">
          <th scope="row" role="rowheader">
            Total
          </th>
          <td role="cell" colSpan={4} />
          <td role="cell" className={responsiveTableStyles.alignEnd}>
            {showDollars(found.totalCost)}
          </td>
        </tr>
      }
    >
      {found.selectedTradeLines.map(line => (
        <PlanRow key={line.tradeLine.id} line={line} newAverageAge={found.newAverageAge} />
      ))}
    </ResponsiveTable>
    <LeftOut leftOut={found.leftOut} />
  </section>
)

type PlanRowProps = { line: Advice['selectedTradeLines'][number]; newAverageAge: number }

const PlanRow = ({ line, newAverageAge }: PlanRowProps) => {
  const { tradeLine, slots, totalCost, addedLimit, averageAgeWithout } = line
  const aging =
    averageAgeWithout === null
      ? ''
      : `; brings the average from ${showNumber(averageAgeWithout)} to ${showAge(newAverageAge)}`
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        {tradeLine.name}
        <small className={tradelinesStyles.gain}>
          Adds {showDollars(addedLimit)}
          {aging}
          {tradeLine.purchaseBy !== null && `. Available until ${showDay(tradeLine.purchaseBy)}`}
        </small>
      </th>
      <td role="cell" className={`${responsiveTableStyles.alignEnd} ${textStyles.noWrap}`} data-l="Age">
        {tradeLine.ageYears.toFixed(1)} years
      </td>
      <td role="cell" className={responsiveTableStyles.alignEnd} data-l="Credit limit">
        {showDollars(tradeLine.creditLimit)}
      </td>
      <td role="cell" className={responsiveTableStyles.alignEnd} data-l="Price">
        {showDollars(tradeLine.price)}
      </td>
      <td role="cell" className={responsiveTableStyles.alignEnd} data-l="Slots">
        {slots}
      </td>
      <td role="cell" className={responsiveTableStyles.alignEnd} data-l="Total cost">
        <b>{showDollars(totalCost)}</b>
      </td>
    </tr>
  )
}

/** Guards that a report, or a newer one, would change. */
const aboutReport: ReadonlySet<string> = new Set(['no_accounts', 'old_report'])

const GuardNotes = ({ guards }: Pick<Advice, 'guards'>) =>
  guards.map(({ code, level, title, text }) => (
    <Note key={code} tone={level === 'stop' ? 'amber' : 'plain'} title={title}>
      <div className={layoutStyles.stackSmall}>
        <p>{text}</p>
        {aboutReport.has(code) && <GetReportActions />}
      </div>
    </Note>
  ))

const reasons = {
  bank_derogatory: 'An account with this bank went badly in your report',
  bank_in_report: 'You have an account with this bank already',
  deadline_passed: 'The last day to buy is over',
} as const satisfies Record<Advice['leftOut'][number]['reason'], string>

/** Lines for which a supplier would decline the user. */
const LeftOut = ({ leftOut }: Pick<Advice, 'leftOut'>) => {
  const count = leftOut.reduce((sum, { lines }) => sum + lines.length, 0)
  if (count === 0) return null
  return (
    <Disclosure
      className={tradelinesStyles.leftOut}
      summary={count === 1 ? '1 line was left out, and why' : `${count} lines were left out, and why`}
    >
      <dl className={layoutStyles.stackSmall}>
        {leftOut.map(({ reason, lines }) => (
          <div key={reason}>
            <dt>{reasons[reason]}</dt>
            {lines.map(({ id, name, ageYears, creditLimit }) => (
              <dd key={id} className={textStyles.muted}>
                {name}, {ageYears.toFixed(1)} years, limit {showDollars(creditLimit)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

const FreeMoves = ({ moves, notices }: { moves: Advice['freeMoves']; notices: readonly string[] }) => (
  <section className={`${cardStyles.card} ${tradelinesStyles.columns}`} aria-label="Before you decide">
    <div>
      <h2 className={textStyles.heading3}>Free options</h2>
      <ol>
        {moves.map(({ code, title, text }) => (
          <li key={code}>
            <b>{title}</b>
            <span className={textStyles.muted}>{text}</span>
          </li>
        ))}
      </ol>
    </div>
    <div>
      <h2 className={textStyles.heading3}>Before you buy</h2>
      <ul>
        {notices.map(notice => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </div>
  </section>
)

/** Mails the figures to the manager. Warnings of the level `stop` must be confirmed first. */
const SendRequest = ({ guards, advice }: Pick<Advice, 'guards'> & { advice: AdviceWork }) => {
  const { send, sending, sendFailure, finding } = advice
  const stops = guards.filter(({ level }) => level === 'stop')
  const [read, setRead] = useState(false)
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="tl-send">
      {sendFailure !== null && (
        <ErrorNote error={sendFailure} safe="No request was sent." onRetry={send} busy={sending} />
      )}
      {stops.length > 0 && (
        <Choice
          type="checkbox"
          checked={read}
          onChange={event => setRead(event.target.checked)}
          title="I have read what speaks against it now"
          hint={stops.map(({ title }) => title).join('. ')}
        />
      )}
      <div
        className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap} ${tradelinesStyles.send}`}
      >
        <div>
          <h3 id="tl-send">Want help with this?</h3>
          <p className={textStyles.muted}>Your manager gets these numbers by email. You pay nothing now.</p>
        </div>
        <Button
          icon="send"
          busy={sending}
          busyText="Sending..."
          disabled={finding || (stops.length > 0 && !read)}
          onClick={send}
        >
          Send request to manager
        </Button>
      </div>
    </section>
  )
}
