import { GetReportActs } from '#features/reports/web/GetReportActs.tsx'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Analytics } from '../contract.ts'
import * as listsStyles from './lists.module.css'
import { buildPersonalLines, type PersonalLine, type ShownPersonalInfo } from './lists.ts'

export const PersonalTab = ({ data }: { data: Analytics }) => {
  const people = data.fullReport?.personalInformation ?? []
  if (people.length === 0)
    return (
      <div className={cardStyles.card}>
        <EmptyState
          icon="user"
          title="No personal information found."
          action={data.fullReport === null && <GetReportActs />}
        >
          Personal information will appear here once your credit report is processed.
        </EmptyState>
      </div>
    )
  return (
    <div className={`${layoutStyles.grid3} ${listsStyles.people}`}>
      {people.map((person, place) => (
        <PersonCard
          key={`${person.bureau} ${place}`}
          person={person}
          others={people.filter(other => other.bureau !== person.bureau)}
        />
      ))}
    </div>
  )
}

const PersonCard = ({
  person,
  others,
}: {
  person: ShownPersonalInfo
  others: readonly ShownPersonalInfo[]
}) => (
  <article
    className={`${cardStyles.card} ${layoutStyles.stack}`}
    aria-label={`${person.bureau} personal information`}
  >
    <header>
      <h2 className={textStyles.heading3}>
        <Bureau bureau={person.bureau} />
      </h2>
    </header>
    <dl className={listsStyles.details}>
      {buildPersonalLines(person, others)
        .filter(line => line.missing !== null || line.values.length > 0)
        .map(line => (
          <Line key={line.label} line={line} bureau={person.bureau} />
        ))}
    </dl>
  </article>
)

const Line = ({ line, bureau }: { line: PersonalLine; bureau: ShownPersonalInfo['bureau'] }) => (
  <div>
    <dt>{line.label}</dt>
    <dd className={textStyles.number}>
      {line.values.length === 0 && <span className={textStyles.dim}>{line.missing}</span>}
      {line.values.map(({ text, only }) => (
        <span key={text} className={listsStyles.value}>
          {text}
          {only && <Pill tone="amber">Only on {bureau}</Pill>}
        </span>
      ))}
    </dd>
  </div>
)
