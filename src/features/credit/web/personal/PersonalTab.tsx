import '#web/ui/lists.css'
import { Bureau } from '#web/ui/Bureau.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import type { Analytics } from '../../contract.ts'
import { buildPersonalLines, type PersonalLine, type ShownPersonalInfo } from './personal-facts.ts'

/** What each bureau's file says of the person, side by side. */
export const PersonalTab = ({ data }: { data: Analytics }) => {
  const people = data.fullReport?.personalInformation ?? []
  if (people.length === 0)
    return (
      <div className="card">
        <EmptyState icon="user" title="No personal information found.">
          Personal information will appear here once your credit report is processed.
        </EmptyState>
      </div>
    )
  return (
    <div className="grid3 people">
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
  <article className="card stack" aria-label={`${person.bureau} personal information`}>
    <header>
      <h2 className="h3">
        <Bureau bureau={person.bureau} />
      </h2>
    </header>
    <dl className="pdl">
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
    <dd className="num">
      {line.values.length === 0 && <span className="dim">{line.missing}</span>}
      {line.values.map(({ text, only }) => (
        <span key={text} className="pv">
          {text}
          {only && <Pill tone="amber">Only on {bureau}</Pill>}
        </span>
      ))}
    </dd>
  </div>
)
