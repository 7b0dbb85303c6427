import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { FreezeStatus } from '../../freezes/contract.ts'
import { isFrozen } from '../../freezes/freeze-words.ts'
import { isSpecialtyAgency } from '../../freezes/specialty-agencies.ts'
import { today } from '../dispute-text.ts'
import { FreezeCard } from './FreezeCard.tsx'
import * as styles from './freezes.module.css'
import { RecordFreeze } from './RecordFreeze.tsx'

/** The user's freezes: what is known at each bureau and agency, how to change it, and what it means. */
export const FreezesScreen = () => {
  const { data, error, isFetching, refetch } = useApiQuery(client.freezes.list, undefined, { staleTime: 0 })
  if (data === undefined)
    return error === null ? (
      <Waiting />
    ) : (
      <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
    )
  const bureaus = data.data.filter(({ agency }) => !isSpecialtyAgency(agency))
  const agencies = data.data.filter(({ agency }) => isSpecialtyAgency(agency))
  return (
    <div className={layoutStyles.stack}>
      <div>
        <Link className={layoutStyles.backLink} to="/disputes">
          <Icon name="left" small />
          All disputes
        </Link>
        <h2>Where your files are frozen</h2>
        <p className={textStyles.muted}>
          A freeze is free. Asked online or by phone, each of the three bureaus must freeze your file within
          one business day and lift a freeze within one hour. By letter it is three business days from the day
          it arrives.
        </p>
      </div>
      <Freezes id="freezes-bureaus" title="Credit bureaus" freezes={bureaus} />
      <InTheWay freezes={bureaus} />
      <Freezes
        id="freezes-agencies"
        title="Other reporting agencies"
        about="They keep files of their own, which a freeze at the three bureaus does not cover. The federal law on freezes is about the three bureaus; what these agencies offer rests on state law or on their own rules, and so do its times."
        freezes={agencies}
      />
      <Note tone="plain" icon="lock" title="Keep PINs and passwords to yourself">
        There is no place here for the PIN or password of a bureau or agency, and nobody here asks you for
        one.
      </Note>
    </div>
  )
}

const Waiting = () => (
  <Loading what="your freezes">
    <Skeleton height="3rem" width="20rem" />
    <Skeleton height="14rem" />
    <Skeleton height="14rem" />
  </Loading>
)

type FreezesProps = { id: string; title: string; about?: string; freezes: readonly FreezeStatus[] }

const Freezes = ({ id, title, about, freezes }: FreezesProps) => {
  const [recording, setRecording] = useState<FreezeStatus | null>(null)
  return (
    <section className={layoutStyles.stackSmall} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {about !== undefined && <p className={textStyles.muted}>{about}</p>}
      <ul className={styles.freezes}>
        {freezes.map(freeze => (
          <FreezeCard key={freeze.agency} freeze={freeze} onRecord={() => setRecording(freeze)} />
        ))}
      </ul>
      {recording !== null && <RecordFreeze agency={recording.agency} onClose={() => setRecording(null)} />}
    </section>
  )
}

/**
 * What a freeze blocks here, and what it does not: the user's own reports and monitoring are exempt, 15 USC
 * 1681c-1(i)(4)(F) and (G); an application for credit may be treated as incomplete, (i)(3)(D).
 */
const InTheWay = ({ freezes }: { freezes: readonly FreezeStatus[] }) => {
  const frozen = freezes.filter(({ history }) => isFrozen(history, today()))
  if (frozen.length === 0) return null
  return (
    <Note tone="blue" title="What a freeze blocks">
      <ul className={styles.blocks}>
        <li>
          New credit: a lender that cannot see your file may treat your application as incomplete. Lift the
          freeze at the bureau that the lender asks before you apply.
        </li>
        <li>
          <Link to="/tradelines">Tradelines</Link>: one may not post while your file is frozen.
        </li>
        <li>
          Not your own reports: by law a freeze does not keep you, or a monitoring service that you joined,
          from your file.
        </li>
      </ul>
    </Note>
  )
}
