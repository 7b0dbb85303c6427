import { Link, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { useFindings } from '#features/findings/web/use-findings.ts'
import type { UserInfo } from '#features/identity/contract.ts'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { lazyScreen } from '#web/lazy-loading.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { type ProfileDetails, profileDetails } from '../../personal-entries.ts'
import { disputeTypeCards, today } from '../dispute-text.ts'
import { DisputeWizard } from './DisputeWizard.tsx'
import type { Analytics, DisputableItem } from './disputable-item.ts'
import { isUntouched, restoreDraft, startingAnswers } from './draft.ts'
import { type LinkedItem, linkedItems } from './link.ts'
import { useCurrentDraft } from './use-draft.ts'
import * as wizardStyles from './wizard.module.css'
import { findWizardType, type WizardType } from './wizard-types.ts'

const CompanyLetter = lazyScreen(() => import('../furnisher/CompanyLetter.tsx'), 'CompanyLetter')

/** A new dispute of the type in the address, for whom it may be made by. */
export const NewDispute = () => {
  const { type: named } = useParams({ strict: false })
  const barred = usePermission('assist')
  const { found, items, bureaus } = useSearch({ from: '/shell/disputes/new/$type' })
  const type = findWizardType(named)
  if (type !== null && barred === null)
    return <WizardLoader key={[type.type, found, items, bureaus].join(' ')} type={type} />
  const card = disputeTypeCards.find(known => known.type === named)
  if (card?.to === 'furnisher' && barred === null)
    return (
      <Suspense fallback={<Waiting />}>
        <CompanyLetter named={card.type} />
      </Suspense>
    )
  const back = (
    <Link {...buttonLook()} to="/disputes">
      Back to Disputes
    </Link>
  )
  return (
    <div className={cardStyles.card}>
      {card === undefined ? (
        <EmptyState icon="letter" title="There is no such dispute." action={back}>
          Choose a type in Disputes.
        </EmptyState>
      ) : (
        <EmptyState icon={card.icon} title={card.name} action={back}>
          {barred}
        </EmptyState>
      )}
    </div>
  )
}

/** Loads what the wizard needs: the report, its findings, the documents and the stored answers. */
export const WizardLoader = ({ type: chosen }: { type: WizardType }) => {
  const analytics = useApiQuery(client.credit.analytics)
  const findings = useFindings()
  const documents = useApiQuery(client.documents.list)
  const type = useMemo(
    () => ({ ...chosen, start: startingAnswers(chosen.start, documents.data?.data ?? []) }),
    [chosen, documents.data],
  )
  const draft = useCurrentDraft(type.type)
  const report = analytics.data?.fullReport ?? null
  const found = findings.data?.items
  const user = useUser()
  const all = useMemo(
    () => type.itemsOf(report, found ?? [], ownDetailsOf(user)),
    [type, report, found, user],
  )
  const linked = useLinked(type, all)

  const needed = [...(type.nothing === null ? [] : [analytics]), draft]
  const failed = needed.find(({ error, data }) => error !== null && data === undefined)
  if (failed?.error)
    return (
      <ErrorCard
        error={failed.error}
        onRetry={() => void failed.refetch()}
        busy={needed.some(({ isFetching }) => isFetching)}
      />
    )
  // The wizard works without findings or documents; it only waits until they are loaded.
  const waits = needed.some(({ data }) => data === undefined) || !findings.isFetched || !documents.isFetched
  if (waits || draft.data === undefined) return <Waiting />
  if (all.length === 0) return <Nothing type={type} analytics={analytics.data} />

  const kept = draft.data.draft
  const ids = documents.data?.data.map(({ id }) => id) ?? null
  const still = kept === null ? null : { ...restoreDraft(kept, all, ids, today()), step: kept.step }
  const worth = still !== null && (still.leftOut > 0 || !isUntouched(still.answers, type.start))
  return <DisputeWizard type={type} all={all} kept={worth ? still : null} linked={linked} />
}

/** The user's details according to the profile. */
const ownDetailsOf = (user: UserInfo): ProfileDetails => {
  const { firstName, lastName, address, birthDate, phoneNumber, ssn } = user
  return profileDetails({
    name: `${firstName} ${lastName}`,
    address,
    birthDate,
    phoneNumber,
    ssnLastFour: ssn.slice(-4),
  })
}

/** The items in the address. A freeze is a single item, so any bureaus in the address mean that one. */
const useLinked = ({ type }: WizardType, all: readonly DisputableItem[]): readonly LinkedItem[] => {
  const { found, items, bureaus } = useSearch({ from: '/shell/disputes/new/$type' })
  const rows = type === 'freeze' && bureaus !== undefined ? 'freeze' : items
  return useMemo(() => linkedItems({ found, items: rows, bureaus }, all), [all, found, rows, bureaus])
}

const Nothing = ({ type, analytics }: { type: WizardType; analytics: Analytics | undefined }) => {
  const noReport = (analytics?.fullReport ?? null) === null
  return (
    <div className={layoutStyles.stack}>
      <Link className={layoutStyles.backLink} to="/disputes">
        <Icon name="left" small />
        All disputes
      </Link>
      <div className={cardStyles.card}>
        <EmptyState
          icon="card"
          title={noReport ? (analytics?.message ?? noReportMessage) : (type.nothing?.title ?? '')}
          action={
            noReport ? (
              <GetReportActions />
            ) : (
              <Link {...buttonLook()} to="/analytics/$tab" params={{ tab: 'overview' }}>
                Go to Analytics
              </Link>
            )
          }
        >
          {type.nothing?.text}
        </EmptyState>
      </div>
    </div>
  )
}

const Waiting = () => (
  <Loading what="what you can dispute" className={wizardStyles.wizard}>
    <Skeleton height="3rem" />
    <Skeleton height="5.5rem" />
    <Skeleton height="5.5rem" />
    <Skeleton height="5.5rem" />
  </Loading>
)
