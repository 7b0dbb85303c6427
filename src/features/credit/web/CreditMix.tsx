import type { accountTypes } from '#features/reports/canonical.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { AccountKind } from '../contract.ts'
import * as styles from './Figures.module.css'

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

export const CreditMix = ({ mix }: { mix: readonly AccountKind[] }) => {
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
  <svg className={styles.mixBar} aria-hidden="true">
    <rect className={styles.closed} width={`${(all * 100) / most}%`} height="100%" rx="4" />
    <rect className={styles.open} width={`${(open * 100) / most}%`} height="100%" rx="4" />
  </svg>
)
