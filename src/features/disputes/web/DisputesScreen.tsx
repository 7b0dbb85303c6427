import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EndpointReply } from '#api/endpoint.ts'
import { selectLeadFinding } from '#features/findings/ranking.ts'
import { LeadFinding } from '#features/findings/web/LeadFinding.tsx'
import { useFindings } from '#features/findings/web/use-findings.ts'
import { usePermission } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { showList } from '#values/list.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import type { disputes } from '../contract.ts'
import type { FreezeStatus } from '../freezes/contract.ts'
import { isFrozen } from '../freezes/freeze-words.ts'
import { isFreeze } from '../item-disputes.ts'
import { CreatedDisputes } from './CreatedDisputes.tsx'
import { disputeTypeCards, disputeTypeName, pluralize, recipientGroups, today } from './dispute-text.ts'
import { pollWhileMailing } from './letters/letter-state.ts'
import { ResultsSoFar } from './ResultsSoFar.tsx'
import * as styles from './TypeCards.module.css'
import { useDraftsSaved } from './wizard/use-draft.ts'

/**
 * The Disputes section: drafts, the most urgent finding, what can be disputed, then the created disputes, newest first.
 * It waits for the first two, whose height is unknown before, because the content below would shift.
 */
export const DisputesScreen = () => {
  const analytics = useApiQuery(client.credit.analytics)
  const findings = useFindings()
  const drafts = useDrafts()
  const [looks] = useState(() => pollWhileMailing())
  const disputes = useApiQuery(client.disputes.list, undefined, {
    refetchInterval: latest => looks(latest ?? []),
  })
  const freezes = useApiQuery(client.freezes.list, undefined, { staleTime: 0 })
  const waits = !analytics.isFetched || !findings.isFetched || !freezes.isFetched
  if (waits || drafts === undefined || disputes.isPending) return <Waiting />
  const leads = findings.data !== undefined && selectLeadFinding(findings.data.items) !== null
  return (
    <div className={layoutStyles.stack}>
      <WaitingDrafts drafts={drafts} />
      <LeadFinding />
      <TypeCards title={leads ? 'Or choose what to dispute' : 'Choose what to dispute'} />
      <FreezeSummary freezes={freezes.data?.data ?? []} />
      <ResultsSoFar disputes={disputes.data ?? []} />
      <CreatedDisputes asked={disputes} />
    </div>
  )
}

const Waiting = () => (
  <Loading what="what was found">
    <Skeleton height="9.5rem" />
    <div className={layoutStyles.stackSmall} aria-hidden="true">
      <Skeleton width="14rem" height="1.75rem" />
      <div className={styles.types}>
        {disputeTypeCards
          .filter(({ to }) => to === bureauGroup.to)
          .map(({ type }) => (
            <Skeleton key={type} height="4.5rem" />
          ))}
      </div>
    </div>
    <Skeleton height="14rem" />
  </Loading>
)

/** Links to the unfinished wizards; renders nothing if there are none. */
export const WaitingDrafts = ({ drafts }: { drafts: readonly DraftLine[] }) => {
  const barred = usePermission('assist')
  if (drafts.length === 0 || barred !== null) return null
  return (
    <section className={layoutStyles.stackSmall} aria-label="Drafts">
      {drafts.map(({ type, items, savedAt }) => (
        <Note
          key={type}
          tone="plain"
          icon={disputeTypeCards.find(card => card.type === type)?.icon}
          title={`Draft: ${titleOf(type, items)}`}
          action={
            <Link
              {...buttonLook()}
              to="/disputes/new/$type"
              params={{ type }}
              aria-label={`Continue your draft: ${disputeTypeName(type)}`}
            >
              Continue your draft
            </Link>
          }
        >
          {`Last changed ${showDay(savedAt, browserTimeZone)}. No letters created yet.`}
        </Note>
      ))}
    </section>
  )
}

/** A freeze is about files, so it counts no items. */
const titleOf = (type: Parameters<typeof disputeTypeName>[0], items: number): string =>
  isFreeze(type) || items === 0
    ? disputeTypeName(type)
    : `${disputeTypeName(type)}, ${pluralize(items, 'item')}`

const [bureauGroup, ...otherGroups] = recipientGroups

/**
 * The types of letters, grouped by recipient. If the viewer may not create any, each card says so and is not a link. On
 * phones only the letters to bureaus are unfolded, so that the created disputes are near.
 */
export const TypeCards = ({ title }: { title: string }) => {
  const barred = usePermission('assist')
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches)
  return (
    <section className={layoutStyles.stackSmall} aria-labelledby="choose-type">
      <div className={layoutStyles.sectionHeader}>
        <h2 id="choose-type">{title}</h2>
        <Link to="/disputes/identity-theft">Identity theft? All steps in one place</Link>
      </div>
      <Recipients {...bureauGroup} barred={barred} />
      <Disclosure summary="Letters to lenders, debt collectors and other agencies" open={isWide}>
        <div className={layoutStyles.stackSmall}>
          {otherGroups.map(group => (
            <Recipients key={group.to} {...group} barred={barred} />
          ))}
        </div>
      </Disclosure>
    </section>
  )
}

type GroupProps = (typeof recipientGroups)[number] & { barred: string | null }

const Recipients = ({ to, name, barred }: GroupProps) => (
  <section className={layoutStyles.stackSmall} aria-labelledby={`to-${to}`}>
    <h3 id={`to-${to}`}>{name}</h3>
    <div className={styles.types}>
      {disputeTypeCards
        .filter(card => card.to === to)
        .map(card => (
          <TypeCard key={card.type} card={card} barred={barred} />
        ))}
    </div>
  </section>
)

type TypeCardProps = { card: (typeof disputeTypeCards)[number]; barred: string | null }

const TypeCard = ({ card: { type, name, icon, about }, barred }: TypeCardProps) =>
  barred === null ? (
    <Link className={styles.type} to="/disputes/new/$type" params={{ type }}>
      <Icon name={icon} />
      <b>{name}</b>
      <small>{about}</small>
    </Link>
  ) : (
    <div className={`${styles.type} ${styles.later}`}>
      <Icon name={icon} />
      <b>{name}</b>
      <small>
        {about}. {barred}
      </small>
    </div>
  )

/** An unfinished wizard. */
export type DraftLine = EndpointReply<typeof disputes.drafts>['data'][number]

/**
 * The unfinished wizards, the latest first; none if they cannot be loaded. Undefined until the server has returned the
 * current state, because a dispute may have been created from a cached draft since.
 */
export const useDrafts = (): readonly DraftLine[] | undefined => {
  const { data, isFetchedAfterMount } = useApiQuery(client.disputes.drafts, undefined, {
    enabled: useDraftsSaved(),
    staleTime: 0,
  })
  const known = data?.data ?? []
  return isFetchedAfterMount || (data !== undefined && known.length === 0) ? known : undefined
}

/** In the Disputes section: where files are frozen, due reminders, and the link to all freezes. */
const FreezeSummary = ({ freezes }: { freezes: readonly FreezeStatus[] }) => {
  const due = freezes.filter(({ remindOn }) => remindOn !== null && remindOn <= today())
  const frozen = freezes.filter(({ history }) => isFrozen(history, today()))
  const reminded = due.length > 0
  return (
    <Note
      tone={reminded ? 'amber' : 'plain'}
      icon={reminded ? 'bell' : 'snow'}
      title={reminded ? 'You wanted to be reminded of a freeze' : 'Your freezes'}
      action={
        <Link {...buttonLook()} to="/disputes/freezes">
          See your freezes
        </Link>
      }
    >
      {reminded
        ? `See to it at ${showList(due.map(({ agency }) => agency))}, then record what is true.`
        : frozen.length > 0
          ? `Frozen: ${showList(frozen.map(({ agency }) => agency))}.`
          : 'Where your files are frozen or lifted, and when to freeze them again.'}
    </Note>
  )
}
