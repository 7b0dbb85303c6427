import { useEffect, useMemo, useRef } from 'react'
import * as cardStyles from '#web/ui/Card.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import type { Analytics } from '../contract.ts'
import { AccountsTab } from './AccountsTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { InquiriesTab } from './InquiriesTab.tsx'
import { PersonalTab } from './PersonalTab.tsx'
import * as rawDataStyles from './RawData.module.css'
import type { TabId } from './tabs.ts'

type Props = { id: Exclude<TabId, 'overview' | 'report' | 'voice'>; data: Analytics }

/** The tabs that show other rows of the report, as a separate chunk from those of Overview and Full Report. */
export const ReportTab = ({ id, data }: Props) => {
  switch (id) {
    case 'history':
      return <HistoryTab report={data.report} />
    case 'accounts':
      return <AccountsTab data={data} />
    case 'inquiries':
      return <InquiriesTab data={data} />
    case 'personal':
      return <PersonalTab data={data} />
    case 'raw':
      return <RawData data={data} />
  }
}

const RawData = ({ data }: { data: Analytics }) => {
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
      <pre className={rawDataStyles.code} tabIndex={0} role="group" aria-label="Response as JSON">
        <JsonText text={text} />
      </pre>
    </section>
  )
}

/** A hundred thousand colored words would make the page slow. */
const longestColored = 400_000

const key = /"(?:[^"\\]|\\.)*"(?=:)/g

const rangesOf = (node: Node, text: string): Range[] =>
  [...text.matchAll(key)].map(({ index, 0: { length } }) => {
    const range = new Range()
    range.setStart(node, index)
    range.setEnd(node, index + length)
    return range
  })

/** Colors the keys where the browser supports the CSS Custom Highlight API. */
const JsonText = ({ text }: { text: string }) => {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    const node = shown.current?.firstChild
    if (!node || text.length > longestColored || !('highlights' in CSS)) return
    CSS.highlights.set('json-key', new Highlight(...rangesOf(node, text)))
    return () => {
      CSS.highlights.delete('json-key')
    }
  }, [text])
  return <code ref={shown}>{text}</code>
}
