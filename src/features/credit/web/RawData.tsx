import { useEffect, useMemo, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import type { Analytics } from '../contract.ts'
import { JsonText } from './JsonText.tsx'

/** How long 'Copied!' stays (specification section 9). */
const copiedMs = 2000

const words = { idle: 'Copy', copied: 'Copied!', failed: 'Copy failed' } as const

/** The whole answer of the credit service, masked as everywhere, as formatted JSON. */
export const RawData = ({ data }: { data: Analytics }) => {
  const text = useMemo(() => JSON.stringify(data, null, 2), [data])
  const [state, setState] = useState<keyof typeof words>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), copiedMs)
    return () => clearTimeout(timer)
  }, [state])

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )

  return (
    <section className="card stack-s" aria-labelledby="raw-data">
      <header>
        <div>
          <h2 id="raw-data">Raw Data</h2>
          <p>The full answer from the credit service.</p>
        </div>
        <Button icon="copy" onClick={copy}>
          <span aria-live="polite">{words[state]}</span>
        </Button>
      </header>
      <pre className="code" tabIndex={0} role="group" aria-label="Response as JSON">
        <JsonText text={text} />
      </pre>
    </section>
  )
}
