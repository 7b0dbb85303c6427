import { showDay } from '#values/dates.ts'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import type { Advice } from '../advice-contract.ts'
import { showAge } from '../age.ts'
import { showDollars } from '../explain.ts'

const heads = ['Name', 'Age', 'Credit limit', 'Price', 'Slots', 'Total cost'] as const

/** The recommended lines: a row's total is its price times its slots; below the name, what the line brings. */
export const PlanTable = ({ found }: { found: Advice }) => (
  <section className="card flush" aria-labelledby="tl-lines">
    <header>
      <h2 className="h3" id="tl-lines">
        Recommended tradelines
      </h2>
    </header>
    <ResponsiveTable
      headers={heads}
      labelledBy="tl-lines"
      className="c3"
      rightAligned={heads.slice(1)}
      footer={
        <tr role="row">
          <th scope="row" role="rowheader">
            Total
          </th>
          <td role="cell" colSpan={4} />
          <td role="cell" className="r">
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
      <th scope="row" role="rowheader" className="w">
        {tradeLine.name}
        <small className="tl-brings">
          Adds {showDollars(addedLimit)}
          {without}
          {tradeLine.purchaseBy !== null && `. Buy by ${showDay(tradeLine.purchaseBy)}`}
        </small>
      </th>
      <td role="cell" className="r nowrap" data-l="Age">
        {tradeLine.ageYears.toFixed(1)} years
      </td>
      <td role="cell" className="r" data-l="Credit limit">
        {showDollars(tradeLine.creditLimit)}
      </td>
      <td role="cell" className="r" data-l="Price">
        {showDollars(tradeLine.price)}
      </td>
      <td role="cell" className="r" data-l="Slots">
        {slots}
      </td>
      <td role="cell" className="r" data-l="Total cost">
        <b>{showDollars(totalCost)}</b>
      </td>
    </tr>
  )
}
