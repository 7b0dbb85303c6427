import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import type { ShownFinding } from '../contract.ts'
import { evidenceTable } from './evidence-table.ts'
import { FindingAction } from './FindingAction.tsx'
import * as findingsStyles from './findings.module.css'
import { VerdictPill } from './VerdictPill.tsx'

type Props = {
  finding: ShownFinding
  /** The creditor (`useFindingCreditorNames`); null when the title or the evidence names the item. */
  name?: string | null
  level?: 2 | 3 | 4
}

export const FindingCard = ({ finding, name = null, level = 3 }: Props) => {
  const { id, title, explanation, bureaus } = finding
  const Heading = `h${level}` as const
  const heading = `finding-${id}`
  return (
    <article className={`${cardStyles.card} ${findingsStyles.finding}`} aria-labelledby={heading}>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <VerdictPill finding={finding} />
        <span className={`${layoutStyles.row} ${findingsStyles.bureaus}`}>
          {bureaus.map(bureau => (
            <Bureau key={bureau} bureau={bureau} />
          ))}
        </span>
      </div>
      <div>
        {name !== null && <p className={findingsStyles.about}>{name}</p>}
        <Heading id={heading} className={textStyles.heading3}>
          {title}
        </Heading>
      </div>
      <EvidenceList finding={finding} />
      <p className={textStyles.muted}>{explanation}</p>
      <div>
        <FindingAction finding={finding} name={name} />
      </div>
    </article>
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
