import { useMemo } from 'react'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import type { Analytics } from '../contract.ts'
import { JsonText } from './JsonText.tsx'

/** The whole answer of the credit service, masked as everywhere, as formatted JSON. */
export const RawData = ({ data }: { data: Analytics }) => {
  const text = useMemo(() => JSON.stringify(data, null, 2), [data])
  return (
    <section className="card stack-s" aria-labelledby="raw-data">
      <header>
        <div>
          <h2 id="raw-data">Raw Data</h2>
          <p>The full answer from the credit service.</p>
        </div>
        <CopyButton text={text} />
      </header>
      <pre className="code" tabIndex={0} role="group" aria-label="Response as JSON">
        <JsonText text={text} />
      </pre>
    </section>
  )
}
