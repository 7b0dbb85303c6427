import { Bureau } from '#web/ui/Bureau.tsx'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import type { ShownFinding } from '../contract.ts'
import { EvidenceList } from './EvidenceList.tsx'
import { FindingAction } from './FindingAction.tsx'
import findingsStyles from './findings.module.css'
import { VerdictPill } from './VerdictPill.tsx'

type Props = {
  finding: ShownFinding
  /** The creditor of the account that it is about (`useFindingNames`); null when the title or the evidence says it. */
  name?: string | null
  /** The level of its title, below the heading that it stands under. */
  level?: 2 | 3 | 4
}

/** One finding whole: how sure it is, where, what each bureau shows, what that means, and the way to its wizard. */
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
