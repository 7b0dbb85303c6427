import { Link, useSearch } from '@tanstack/react-router'
import { useFindings } from '#features/findings/web/use-findings.ts'
import { useUser } from '#features/identity/web/session.ts'
import { noReportMessage } from '#features/reports/refresh-rules.ts'
import { GetReportActions } from '#features/reports/web/GetReportActions.tsx'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import { disputableAccounts } from '../wizard/disputable-accounts.ts'
import { keptDraft } from '../wizard/draft.ts'
import { useCurrentDraft } from '../wizard/use-draft.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import { CompanyLetterForm } from './CompanyLetterForm.tsx'
import { type CompanyLetterType, findCompanyLetterType } from './letter-types.ts'

/**
 * A letter to the company that reports an account. Staff create no direct dispute for a client (12 CFR 1022.43(b)(2)).
 */
export const CompanyLetter = ({ named }: { named: string }) => {
  const type = findCompanyLetterType(named)
  return type && <LetterLoader key={type.type} type={type} />
}

const LetterLoader = ({ type }: { type: CompanyLetterType }) => {
  const analytics = useApiQuery(client.credit.analytics)
  const findings = useFindings()
  const documents = useApiQuery(client.documents.list)
  const draft = useCurrentDraft(type.type)
  const byManager = useUser().impersonation !== undefined
  const { items } = useSearch({ from: '/shell/disputes/new/$type' })
  if (type.type === 'direct' && byManager) return <NotByStaff />
  if (analytics.error !== null && analytics.data === undefined)
    return (
      <ErrorCard
        error={analytics.error}
        onRetry={() => void analytics.refetch()}
        busy={analytics.isFetching}
      />
    )
  if (draft.error !== null && draft.data === undefined)
    return <ErrorCard error={draft.error} onRetry={() => void draft.refetch()} busy={draft.isFetching} />
  const waits = !findings.isFetched || !documents.isFetched
  if (analytics.data === undefined || draft.data === undefined || waits)
    return (
      <Loading what="your accounts" className={wizardStyles.wizard}>
        <Skeleton height="3rem" width="20rem" />
        <Skeleton height="16rem" />
      </Loading>
    )
  const report = analytics.data.fullReport
  const rows = (report?.accountInformation ?? []).filter(type.fits)
  const all =
    report === null
      ? []
      : disputableAccounts(report, findings.data?.items ?? []).filter(({ key }) =>
          rows.some(({ id }) => id === key),
        )
  if (report === null || all.length === 0)
    return (
      <div className={cardStyles.card}>
        <EmptyState
          icon="card"
          title={report === null ? (analytics.data.message ?? noReportMessage) : type.nothing.title}
          action={
            report === null ? (
              <GetReportActions />
            ) : (
              <Link {...buttonLook()} to="/disputes">
                Back to Disputes
              </Link>
            )
          }
        >
          {type.nothing.text}
        </EmptyState>
      </div>
    )
  const linked = all.find(({ key }) => key === items)?.key
  const kept = keptDraft(draft.data.draft, documents.data?.data)
  return <CompanyLetterForm type={type} report={report} all={all} linked={linked} kept={kept} />
}

const NotByStaff = () => (
  <div className={cardStyles.card}>
    <EmptyState
      icon="letter"
      title="Staff cannot make a direct dispute for a client."
      action={
        <Link {...buttonLook()} to="/disputes/new/$type" params={{ type: 'account' }}>
          Dispute with the bureaus
        </Link>
      }
    >
      A company need not look into a direct dispute that a credit repair organization submits, prepares or
      supplies the form for (12 CFR 1022.43(b)(2)). Dispute the account with the bureaus instead, or ask the
      client to make the direct dispute.
    </EmptyState>
  </div>
)
