import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { showPhone } from '#values/phone.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { freezeWays } from '../../freeze-ways.ts'
import { DisputeSoFar } from './DisputeSoFar.tsx'
import { ProblemSummary } from './ProblemSummary.tsx'
import { placeOf, sentenceAt, type WizardPage } from './wizard-page.ts'

/**
 * Step 1 of a freeze: the bureaus' own web and phone ways first, which are faster than any letter (15 USC
 * 1681c-1(i)(2)(A)), then the bureaus to write to.
 */
export const FreezeBureaus = ({ page, heading }: { page: WizardPage; heading: Ref<HTMLHeadingElement> }) => {
  const { all, wizard, answer, onContinue } = page
  const [item] = all
  const [choice] = wizard.choices
  if (item === undefined || choice === undefined) return null
  const about = { key: item.key, part: 'bureaus' } as const
  const sentence = sentenceAt(wizard, about)
  return (
    <div className="aside-r">
      <div className="stack">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            A freeze is faster online or by phone
          </h2>
          <p className="muted">
            Online or by phone a bureau must freeze your file within one business day, and lift a freeze
            within one hour. A letter takes three business days from the day it arrives. All ways are free.
          </p>
        </div>
        <ul className="ways">
          {item.offered.map(({ bureau }) => (
            <Way key={bureau} bureau={bureau} />
          ))}
        </ul>
        <ProblemSummary all={all} wizard={wizard} step="items" />
        <fieldset className="opts" aria-describedby={sentence === null ? undefined : 'bureaus-error'}>
          <legend className="lbl">Or write to these bureaus</legend>
          {sentence !== null && <FieldError id="bureaus-error" text={sentence} />}
          {item.offered.map(({ bureau }, at) => (
            <Choice
              key={bureau}
              type="checkbox"
              id={at === 0 ? placeOf(about) : undefined}
              checked={choice.bureaus.includes(bureau)}
              onChange={event => answer({ did: 'bureau', key: item.key, bureau, on: event.target.checked })}
              title={<Bureau bureau={bureau} />}
            />
          ))}
        </fieldset>
        <p className="muted">
          Each bureau keeps its own file, so a freeze at one leaves the others open. Every plan can freeze at
          all three.
        </p>
        <div className="wz-f">
          <Link className="btn quiet big" to="/disputes">
            Cancel
          </Link>
          <Button kind="primary" size="big" onClick={onContinue}>
            Continue with a letter
          </Button>
        </div>
      </div>
      <DisputeSoFar page={page} />
    </div>
  )
}

const Way = ({ bureau }: { bureau: BureauName }) => {
  const { web, phone } = freezeWays[bureau]
  return (
    <li className="card way">
      <b>
        <Bureau bureau={bureau} />
      </b>
      <a
        className="btn"
        href={web}
        target="_blank"
        rel="noreferrer"
        aria-label={`Freeze online at ${bureau}`}
      >
        Freeze online
        <Icon name="ext" />
      </a>
      <a className="btn quiet" href={`tel:${phone}`} aria-label={`Call ${bureau}, ${showPhone(phone)}`}>
        <Icon name="phone" />
        {showPhone(phone)}
      </a>
    </li>
  )
}
