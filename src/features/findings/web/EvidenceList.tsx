import { Bureau } from '#web/ui/Bureau.tsx'
import textStyles from '#web/ui/text.module.css'
import type { ShownFinding } from '../contract.ts'
import { evidenceTable } from './evidence-table.ts'
import findingsStyles from './findings.module.css'

/** The fields that a finding rests on, exactly as each bureau shows them, side by side. */
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
