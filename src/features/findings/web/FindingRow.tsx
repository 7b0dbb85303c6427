import { Link } from '@tanstack/react-router'
import { usePermission } from '#features/identity/web/session.ts'
import { accountAnchor, inquiryAnchor, recordAnchor } from '#features/reports/web/row-anchors.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { ShownFinding } from '../contract.ts'
import { isIdentityTheftPattern } from '../ranking.ts'
import { evidenceTable } from './evidence-table.ts'
import { FindingAction } from './FindingAction.tsx'
import * as findingsStyles from './findings.module.css'
import { VerdictPill } from './VerdictPill.tsx'

type Props = {
  finding: ShownFinding
  /** The creditor (`useFindingCreditorNames`); null if the title or the evidence names the item. */
  name: string | null
}

/** One finding across the whole width: what is wrong and what to do, next to what each bureau shows. */
export const FindingRow = ({ finding, name }: Props) => {
  const { id, title, explanation, bureaus, recommended } = finding
  const heading = `finding-${id}`
  const hasEvidence = finding.evidence.length > 0
  return (
    <article className={findingsStyles.row} aria-labelledby={heading}>
      <div className={layoutStyles.stackSmall}>
        <span className={`${layoutStyles.row} ${findingsStyles.bureaus}`}>
          <VerdictPill finding={finding} />
          {recommended && <Pill tone="em2">Start here</Pill>}
          {!hasEvidence && bureaus.map(bureau => <Bureau key={bureau} bureau={bureau} />)}
        </span>
        <div>
          {name !== null && <p className={findingsStyles.about}>{name}</p>}
          <h4 id={heading} className={textStyles.heading3}>
            {title}
          </h4>
        </div>
        <p className={textStyles.muted}>{explanation}</p>
        <div className={findingsStyles.actions}>
          <FindingAction finding={finding} name={name} />
          <OtherActions finding={finding} name={name} />
        </div>
      </div>
      {hasEvidence && (
        <div className={findingsStyles.finding}>
          <EvidenceList finding={finding} />
        </div>
      )}
    </article>
  )
}

/** Where the report shows it; null if no row has it. */
const placeOf = ({ accountId, inquiryId, recordId, personalField, bureaus }: ShownFinding) => {
  const [bureau] = bureaus
  if (bureau === undefined) return null
  if (accountId !== undefined) return { tab: 'report', hash: accountAnchor(accountId, bureau) }
  if (inquiryId !== undefined) return { tab: 'inquiries', hash: inquiryAnchor(inquiryId, bureau) }
  if (recordId !== undefined) return { tab: 'report', hash: recordAnchor(recordId, bureau) }
  return personalField === undefined ? null : { tab: 'personal', hash: '' }
}

/**
 * Links to the row of the report, and to a freeze, which is free, and the identity theft kit if theft may be the cause.
 */
const OtherActions = ({ finding, name }: Props) => {
  const barred = usePermission('assist')
  const place = placeOf(finding)
  const about = [name, finding.title].filter(part => part !== null).join(': ')
  return (
    <>
      {place !== null && (
        <Link
          to="/analytics/$tab"
          params={{ tab: place.tab }}
          hash={place.hash}
          hashScrollIntoView={false}
          aria-label={`See it in your report: ${about}`}
        >
          See it in your report
        </Link>
      )}
      {barred === null && isIdentityTheftPattern(finding) && (
        <>
          <Link to="/disputes/freezes" aria-label={`Freeze your files: ${about}`}>
            Freeze your files
          </Link>
          <Link to="/disputes/identity-theft" aria-label={`Identity theft steps: ${about}`}>
            Identity theft steps
          </Link>
        </>
      )}
    </>
  )
}

export const EvidenceList = ({ finding }: { finding: ShownFinding }) => {
  const { bureaus, rows } = evidenceTable(finding.evidence)
  if (rows.length === 0) return null
  return (
    <table
      className={`${findingsStyles.evidence} ${bureaus.length === 3 ? findingsStyles.three : bureaus.length === 2 ? findingsStyles.two : ''}`}
      role="table"
      aria-label={`What is shown: ${finding.title}`}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            <span className={textStyles.visuallyHidden}>Field</span>
          </th>
          {bureaus.map(bureau => (
            <th key={bureau} scope="col" role="columnheader">
              <Bureau bureau={bureau} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ field, name, values }) => (
          <tr key={field} role="row">
            <th scope="row" role="rowheader">
              {name}
            </th>
            {bureaus.map((bureau, at) => (
              <td key={bureau} role="cell" className={textStyles.number}>
                <Values values={values[at] ?? []} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Values = ({ values }: { values: readonly string[] }) =>
  values.length === 0 ? (
    <span className={textStyles.dim}>-</span>
  ) : (
    values.map((value, at) => <span key={`${at} ${value}`}>{value}</span>)
  )
