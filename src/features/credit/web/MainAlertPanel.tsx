import { Fold } from '#web/ui/Fold.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { MainAlert } from '../contract.ts'
import { BasisList } from './BasisList.tsx'
import { FoundItems } from './FoundItems.tsx'

/** The one thing that deserves attention: what it is, what to do, and why. At most one such panel on a screen. */
export const MainAlertPanel = ({ alert, hasReport }: { alert: MainAlert; hasReport: boolean }) => (
  <section className="alert" aria-labelledby="main-alert">
    <span className="ic">
      <Icon name={alert.kind === 'all_good' ? 'check' : 'bulb'} />
    </span>
    <div>
      <h2 id="main-alert">{alert.title}</h2>
      <p className="do">{alert.recommendation}</p>
      <p className="why">{alert.explanation}</p>
      {alert.basis && alert.basis.length > 0 && (
        <Fold className="how" words="Where this stands in your report">
          <BasisList basis={alert.basis} />
        </Fold>
      )}
      {hasReport && <FoundItems leading={alert.findingId ?? null} />}
    </div>
    {alert.marketplaceButtonText && <PartnerOffer text={alert.marketplaceButtonText} />}
  </section>
)

/** No partner is connected, so the button names its offer and says that it cannot be opened. */
const PartnerOffer = ({ text }: { text: string }) => (
  <div className="mk">
    <button className="btn" type="button" aria-disabled="true" aria-describedby="partner-offer">
      {text}
    </button>
    <small id="partner-offer">Partner offer, not available yet</small>
  </div>
)
