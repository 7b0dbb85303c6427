import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { inquiryAnchor } from '#features/reports/web/row-anchors.ts'
import { sortBureaus } from '#values/bureau.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { LONG_LIST } from '#web/ui/text-search.ts'
import type { Analytics } from '../contract.ts'
import { FilterSelect, SearchBox } from './list-filters.tsx'
import * as listsStyles from './lists.module.css'
import {
  describeIncomplete,
  filterInquiries,
  formatAddress,
  inquiryKindLabels,
  type ShownInquiry,
  sortInquiries,
} from './lists.ts'
import { DisputeLink, RowStates } from './RowActions.tsx'
import { useScrollToHash } from './use-scroll-to-hash.ts'

const heads = ['Company', 'Date', 'Bureau', 'Kind', 'Address', 'Action'] as const

export const InquiriesTab = ({ data }: { data: Analytics }) => {
  const inquiries = useMemo(() => sortInquiries(data.fullReport?.creditInquiries ?? []), [data])
  const [filter, setFilter] = useState({ words: '', bureau: '' })
  const matching = filterInquiries(inquiries, useDeferredValue(filter))
  useScrollToHash(true)
  const incomplete = describeIncomplete(data.report?.parts ?? [], 'inquiries', inquiries.length)
  if (inquiries.length === 0)
    return (
      <div className={cardStyles.card}>
        <EmptyState
          icon="search"
          title="No credit inquiries found."
          action={data.fullReport === null && <GetReportActions />}
        >
          {data.fullReport === null && <p>Inquiries will appear here once you have a credit report.</p>}
          {incomplete !== null && <p>{incomplete}</p>}
        </EmptyState>
      </div>
    )
  return (
    <>
      {inquiries.length > LONG_LIST && (
        <search className={listsStyles.filters}>
          <SearchBox
            label="Find a company"
            typed={filter.words}
            onType={words => setFilter({ ...filter, words })}
          />
          <FilterSelect
            label="Bureau"
            all="All bureaus"
            options={sortBureaus(inquiries.map(({ bureau }) => bureau))}
            picked={filter.bureau}
            onPick={bureau => setFilter({ ...filter, bureau })}
          />
        </search>
      )}
      <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="inquiries">
        <header>
          <div>
            <h2 id="inquiries">Inquiries</h2>
            <p>
              Companies that asked a bureau for your file. Don’t recognize one?{' '}
              <Link to="/disputes/freezes">Freeze your files</Link>
            </p>
            {incomplete !== null && <p>{incomplete}</p>}
          </div>
          <p className={`${textStyles.muted} ${textStyles.number}`} role="status">
            {matching.length === inquiries.length
              ? inquiries.length
              : `${matching.length} of ${inquiries.length}`}{' '}
            {inquiries.length === 1 ? 'inquiry' : 'inquiries'}
          </p>
        </header>
        {matching.length === 0 ? (
          <p className={cardStyles.emptyText}>No inquiry matches your search.</p>
        ) : (
          <InquiryTable inquiries={matching} />
        )}
      </section>
    </>
  )
}

const InquiryTable = ({ inquiries }: { inquiries: readonly ShownInquiry[] }) => (
  <ResponsiveTable headers={heads} labelledBy="inquiries" className={responsiveTableStyles.foldsWide}>
    {inquiries.map(inquiry => (
      <InquiryRow key={`${inquiry.id} ${inquiry.bureau}`} inquiry={inquiry} />
    ))}
  </ResponsiveTable>
)

const InquiryRow = ({ inquiry }: { inquiry: ShownInquiry }) => {
  const address = formatAddress(inquiry.address)
  const { id, bureau, company } = inquiry
  const name = `${company}, ${showDate(inquiry.date) ?? 'no date'}, ${bureau}`
  const places = [{ item: { kind: 'inquiry', ids: [id] } as const, bureau, link: id }]
  return (
    <tr role="row" id={inquiryAnchor(inquiry.id, inquiry.bureau)} tabIndex={-1}>
      <th scope="row" role="rowheader" className={responsiveTableStyles.fullWidth}>
        {inquiry.company}
        {inquiry.industry !== null && <small className={textStyles.detail}>{inquiry.industry}</small>}
      </th>
      <td role="cell" data-l="Date" className={textStyles.number}>
        {showDate(inquiry.date) ?? '-'}
      </td>
      <td role="cell" data-l="Bureau">
        <Bureau bureau={inquiry.bureau} />
      </td>
      <td role="cell" data-l="Kind">
        {inquiryKindLabels[inquiry.kind]}
      </td>
      <td role="cell" data-l="Address" className={address === 'No address' ? textStyles.dim : undefined}>
        {address}
      </td>
      <td role="cell" className={`${responsiveTableStyles.fullWidth} ${listsStyles.actions}`}>
        <RowStates places={places} name={name} namesBureau={false} />
        {/* only the user sees a soft inquiry */}
        {inquiry.kind !== 'soft' && <DisputeLink type="inquiry" places={places} name={name} />}
      </td>
    </tr>
  )
}
