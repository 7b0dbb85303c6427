import { RatingPill } from '#features/credit/web/FactorCard.tsx'
import { showDate } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { BureauProgress } from '../../contract.ts'
import * as styles from '../planning.module.css'

/** The figures of each bureau over its reports, if at least two of them can be compared. */
export const Progress = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.planning.progress)
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (data === undefined)
    return (
      <Loading what="your progress">
        <Skeleton height="10rem" />
      </Loading>
    )
  const compared = data.bureaus.filter(({ points }) => points.length > 1)
  if (compared.length === 0)
    return (
      <section className={cardStyles.card}>
        <EmptyState icon="chart" title="Progress over your reports">
          You have one report so far. The next one from the same source shows what changed.
        </EmptyState>
      </section>
    )
  return compared.map(one => <AtBureau key={one.bureau} progress={one} />)
}

/** The first report and the newest ones. */
const MAX_COLUMNS = 4

const AtBureau = ({ progress: { bureau, points } }: { progress: BureauProgress }) => {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const shown = [first, ...points.slice(1).slice(-(MAX_COLUMNS - 1))]
  const id = `progress-${bureau}`
  return (
    <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby={id}>
      <header>
        <div>
          <h2 className={textStyles.heading3} id={id}>
            <Bureau bureau={bureau} /> progress
          </h2>
          <p>
            From {showDate(first.on)} to {showDate(last.on)}, over {points.length} reports of the same source.
          </p>
        </div>
      </header>
      <ResponsiveTable
        headers={['What shapes your scores', ...shown.map(({ on }) => showDate(on) ?? on)]}
        labelledBy={id}
        className={tableStyles.foldsWide}
      >
        {last.factors.map(factor => (
          <tr key={factor.id} role="row">
            <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
              {factor.title}
            </th>
            {shown.map(({ on, factors }) => (
              <td key={on} role="cell" data-l={showDate(on)}>
                <Rated factor={factors.find(one => one.id === factor.id)} />
              </td>
            ))}
          </tr>
        ))}
      </ResponsiveTable>
    </section>
  )
}

type RatedProps = { factor: BureauProgress['points'][number]['factors'][number] | undefined }

const Rated = ({ factor }: RatedProps) =>
  factor?.value == null || factor.rating === null ? (
    <span className={textStyles.muted}>{factor?.lacks ?? 'Not known'}</span>
  ) : (
    <span className={styles.rated}>
      <b>{factor.value}</b>
      <RatingPill rating={factor.rating} />
    </span>
  )
