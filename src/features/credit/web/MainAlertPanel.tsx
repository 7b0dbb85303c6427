import buttonStyles from '#web/ui/Button.module.css'
import calloutStyles from '#web/ui/Callout.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import evidenceStyles from '#web/ui/Evidence.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import type { MainAlert } from '../contract.ts'
import { BasisList } from './BasisList.tsx'
import { FindingsSummary } from './FoundItems.tsx'

/** The one thing that deserves attention: what it is, what to do, and why. At most one such panel on a screen. */
export const MainAlertPanel = ({ alert, hasReport }: { alert: MainAlert; hasReport: boolean }) => (
  <section className={calloutStyles.callout} aria-labelledby="main-alert">
    <span className={calloutStyles.icon}>
      <Icon name={alert.kind === 'all_good' ? 'check' : 'bulb'} />
    </span>
    <div>
      <h2 id="main-alert">{alert.title}</h2>
      <p className={calloutStyles.action}>{alert.recommendation}</p>
      <p className={calloutStyles.explanation}>{alert.explanation}</p>
      {alert.basis && alert.basis.length > 0 && (
        <Disclosure className={evidenceStyles.disclosure} summary="Where this stands in your report">
          <BasisList basis={alert.basis} />
        </Disclosure>
      )}
      {hasReport && <FindingsSummary leading={alert.findingId ?? null} />}
    </div>
    {alert.marketplaceButtonText && alert.marketplaceUrl && (
      <PartnerOffer text={alert.marketplaceButtonText} url={alert.marketplaceUrl} />
    )}
  </section>
)

/** Opens what the operator set, as it is: nothing of the person goes along, not even where the click came from. */
const PartnerOffer = ({ text, url }: { text: string; url: string }) => (
  <div className={calloutStyles.offer}>
    <a
      className={buttonStyles.button}
      data-slot="button"
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
