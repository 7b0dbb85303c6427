import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showPhone } from '#values/phone.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import buttonStyles from '#web/ui/Button.module.css'
import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import { freezeContacts } from '../../freeze-rules.ts'
import { BureausToWrite } from './BureausToWrite.tsx'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import wizardStyles from './wizard.module.css'
import type { WizardPage } from './wizard-page.ts'

/**
 * Step 1 of a freeze: the bureaus' own web and phone ways first, which are faster than any letter (15 USC
 * 1681c-1(i)(2)(A)), then the bureaus to write to.
 */
export const FreezeBureaus = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard, onContinue } = page
  const [item] = all
  if (item === undefined) return null
  const offered = item.offered.map(({ bureau }) => bureau)
  return (
    <div className={layoutStyles.asideRight}>
      <div className={layoutStyles.stack}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            A freeze is faster online or by phone
          </h2>
          <p className={textStyles.muted}>
            Online or by phone a bureau must freeze your file within one business day, and lift a freeze
            within one hour. A letter takes three business days from the day it arrives. All ways are free.
          </p>
        </div>
        <ul className={wizardStyles.freezeActions}>
          {offered.map(bureau => (
            <Way key={bureau} bureau={bureau} />
          ))}
        </ul>
        <ProblemSummary all={all} wizard={wizard} step="items" />
        <BureausToWrite legend="Or write to these bureaus" itemKey={item.key} offered={offered} page={page} />
        <p className={textStyles.muted}>
          Each bureau keeps its own file, so a freeze at one leaves the others open. Every plan can freeze at
          all three.
        </p>
        <div className={wizardStyles.footer}>
          <Link
            className={`${buttonStyles.button} ${buttonStyles.quiet} ${buttonStyles.big}`}
            data-slot="button"
            data-variant="quiet"
            data-size="big"
            to="/disputes"
          >
            Cancel
          </Link>
          <Button variant="primary" size="big" onClick={onContinue}>
            Continue with a letter
          </Button>
        </div>
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}

const Way = ({ bureau }: { bureau: BureauName }) => {
  const { web, phone } = freezeContacts[bureau]
  return (
    <li className={`${cardStyles.card} ${wizardStyles.freezeAction}`}>
      <b>
        <Bureau bureau={bureau} />
      </b>
      <a
        className={buttonStyles.button}
        data-slot="button"
        href={web}
        target="_blank"
        rel="noreferrer"
        aria-label={`Freeze online at ${bureau}`}
      >
        Freeze online
        <Icon name="ext" />
      </a>
      <a
        className={`${buttonStyles.button} ${buttonStyles.quiet}`}
        data-slot="button"
        data-variant="quiet"
        href={`tel:${phone}`}
        aria-label={`Call ${bureau}, ${showPhone(phone)}`}
      >
        <Icon name="phone" />
        {showPhone(phone)}
      </a>
    </li>
  )
}
