import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FindingAction } from '#features/findings/web/FindingAction.tsx'
import { describeFoundItems } from '#features/findings/web/finding-text.ts'
import { useFindings } from '#features/findings/web/use-findings.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as calloutStyles from '#web/ui/Callout.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as evidenceStyles from '#web/ui/Evidence.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import type { MainAlert } from '../contract.ts'
import { BasisList } from './BasisList.tsx'

type MainAlertPanelProps = {
  alert: MainAlert
  hasReport: boolean
  /** What can be done about it. */
  actions?: ReactNode
}

export const MainAlertPanel = ({ alert, hasReport, actions }: MainAlertPanelProps) => (
  <section
    className={`${calloutStyles.callout} ${alert.kind === 'all_good' ? calloutStyles.calm : ''}`}
    aria-labelledby="main-alert"
  >
    <span className={calloutStyles.icon}>
      <Icon name={alert.kind === 'all_good' ? 'check' : 'bulb'} />
    </span>
    <div>
      <h2 id="main-alert">{alert.title}</h2>
      <p className={calloutStyles.action}>{alert.recommendation}</p>
      <p className={calloutStyles.explanation}>{alert.explanation}</p>
      {alert.basis && alert.basis.length > 0 && (
        <Disclosure className={evidenceStyles.disclosure} summary="See it in your report">
          <BasisList basis={alert.basis} />
        </Disclosure>
      )}
      {hasReport && <FindingsSummary leading={alert.findingId ?? null} />}
      {actions && <div className={calloutStyles.more}>{actions}</div>}
    </div>
    {alert.marketplaceButtonText && alert.marketplaceUrl && (
      <PartnerOffer text={alert.marketplaceButtonText} url={alert.marketplaceUrl} />
    )}
  </section>
)

/** Sends nothing about the user to the partner, not even the referrer. */
const PartnerOffer = ({ text, url }: { text: string; url: string }) => (
  <div className={calloutStyles.offer}>
    <a
      {...buttonLook()}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby="partner-offer"
    >
      {text}
    </a>
    <small id="partner-offer">Partner offer. Opens another site in a new tab.</small>
  </div>
)

/**
 * The dispute link of the leading finding, and the number of findings. Renders nothing while loading or on
 * failure.
 */
const FindingsSummary = ({ leading }: { leading: string | null }) => {
  const { data } = useFindings()
  if (data === undefined || data.items.length === 0) return null
  const lead = data.items.find(({ id }) => id === leading)
  return (
    <div className={calloutStyles.more}>
      {lead && <FindingAction finding={lead} name={null} />}
      <p>
        {describeFoundItems(data.items)} <Link to="/disputes/found">See all found items</Link>
      </p>
    </div>
  )
}
