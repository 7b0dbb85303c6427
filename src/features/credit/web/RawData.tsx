import { useMemo } from 'react'
import cardStyles from '#web/ui/Card.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import type { Analytics } from '../contract.ts'
import { JsonText } from './JsonText.tsx'
import styles from './RawData.module.css'

/** The whole answer of the credit service, masked as everywhere, as formatted JSON. */
export const RawData = ({ data }: { data: Analytics }) => {
  const text = useMemo(() => JSON.stringify(data, null, 2), [data])
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="raw-data">
      <header>
        <div>
          <h2 id="raw-data">Raw Data</h2>
          <p>The full answer from the credit service.</p>
        </div>
        <CopyButton text={text} />
      </header>
      <pre className={styles.code} tabIndex={0} role="group" aria-label="Response as JSON">
        <JsonText text={text} />
      </pre>
    </section>
  )
}
