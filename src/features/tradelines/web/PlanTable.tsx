import { showDay } from '#values/dates.ts'
import cardStyles from '#web/ui/Card.module.css'
import responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import textStyles from '#web/ui/text.module.css'
import { showDollars } from '../advice-text.ts'
import { showAge } from '../age.ts'
import type { Advice } from '../contract.ts'
import tradelinesStyles from './tradelines.module.css'

const heads = ['Name', 'Age', 'Credit limit', 'Price', 'Slots', 'Total cost'] as const

/** The recommended lines: a row's total is its price times its slots; below the name, what the line brings. */
export const PlanTable = ({ found }: { found: Advice }) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="tl-lines">
    <header>
      <h2 className={textStyles.heading3} id="tl-lines">
        Recommended tradelines
      </h2>
    </header>
    <ResponsiveTable
      headers={heads}
      labelledBy="tl-lines"
      className={responsiveTableStyles.threeColumns}
      rightAligned={heads.slice(1)}
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
        <Row key={line.tradeLine.id} line={line} />
      ))}
    </ResponsiveTable>
  </section>
)

const Row = ({ line }: { line: Advice['selectedTradeLines'][number] }) => {
  const { tradeLine, slots, totalCost, addedLimit, averageAgeWithout } = line
  const without =
    averageAgeWithout === null ? '' : `; without it the average is ${showAge(averageAgeWithout)}`
  return (
    <tr role="row">
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        {tradeLine.name}
        <small className={tradelinesStyles.gain}>
          Adds {showDollars(addedLimit)}
          {without}
          {tradeLine.purchaseBy !== null && `. Buy by ${showDay(tradeLine.purchaseBy)}`}
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
