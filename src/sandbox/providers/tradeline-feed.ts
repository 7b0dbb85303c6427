import { readFileSync } from 'node:fs'
import type { TradelineFeed } from '#providers/tradeline-feed/port.ts'
import { addMonthsToDay, dayIn } from '#values/dates.ts'

const source = new URL('./tradeline-lines.csv', import.meta.url)

/** A line must be bought some days before its statement closes, so that the bank can add the person in time. */
const DAYS_AHEAD = 5

const nextStatement = (day: string, today: string): string => {
  const inMonth = `${today.slice(0, 8)}${day.padStart(2, '0')}`
  return inMonth >= today ? inMonth : addMonthsToDay(inMonth, 1)
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const deadline = (day: string, today: string): string => {
  const by = daysBefore(nextStatement(day, today), DAYS_AHEAD)
  return by >= today ? by : daysBefore(addMonthsToDay(nextStatement(day, today), 1), DAYS_AHEAD)
}

/**
 * The sandbox supplier: some sixty invented lines of invented banks. The last day to buy depends on the day on which the
 * card's statement closes, so on the day of the list it is always in the future.
 */
export const sandboxTradelineFeed = (timeZone: string): TradelineFeed => ({
  sandbox: true,
  fetch: async now => {
    const today = dayIn(timeZone, now)
    const [head = '', ...rows] = readFileSync(source, 'utf8').trim().split('\n')
    const columns = head.split(',')
    const place = columns.indexOf('statementDay')
    const dated = rows.map(row =>
      row
        .split(',')
        .map((cell, index) => (index === place ? deadline(cell, today) : cell))
        .join(','),
    )
    return Buffer.from([head.replace('statementDay', 'purchaseBy'), ...dated, ''].join('\n'))
  },
})
