import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as evidenceStyles from '#web/ui/Evidence.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Factor } from '../contract.ts'
import { ActionLinks } from './ActionLinks.tsx'
import { BasisList } from './BasisList.tsx'
import * as factorCardStyles from './FactorCard.module.css'
import { explainFactor } from './factor-explanation.ts'

const impactBars = {
  high: factorCardStyles.level3,
  medium: factorCardStyles.level2,
  low: factorCardStyles.level1,
}
const impactWords = { high: 'High impact', medium: 'Medium impact', low: 'Low impact' } as const

export const RatingPill = ({ rating }: { rating: Factor['rating'] }) => {
  if (rating === 'excellent')
    return (
      <Pill tone="em" icon="check">
        Excellent
      </Pill>
    )
  if (rating === 'good') return <Pill tone="em2">Good</Pill>
  return <Pill tone="line">{rating === 'fair' ? 'Fair' : 'Poor'}</Pill>
}

export const FactorCard = ({ factor }: { factor: Factor }) => (
  <article className={`${cardStyles.card} ${factorCardStyles.factor}`}>
    <header>
      <h3>{factor.title}</h3>
      <RatingPill rating={factor.rating} />
    </header>
    <div className={factorCardStyles.value}>
      <b>{factor.value}</b>
      <span className={`${factorCardStyles.impact} ${impactBars[factor.impactLevel]}`}>
        <i aria-hidden="true">
          <b />
        </i>
        {impactWords[factor.impactLevel]}
      </span>
    </div>
    <p>{factor.description}</p>
    <Recommendations factor={factor} />
    <Counting factor={factor} />
  </article>
)

const shownFirst = 2

const Recommendations = ({ factor: { title, alerts } }: { factor: Factor }) => {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <div className={factorCardStyles.steps}>
      <ul aria-label={`Recommendations for ${title.toLowerCase()}`}>
        {alerts.length === 0 && (
          <li className={factorCardStyles.done}>
            <Icon name="check" />
            No action needed.
          </li>
        )}
        {alerts
          .slice(0, showsAll ? alerts.length : shownFirst)
          .map(({ title: about, recommendation, acts }) => (
            <li key={`${about} ${recommendation}`}>
              {recommendation}
              <ActionLinks actions={acts} />
            </li>
          ))}
      </ul>
      {alerts.length > shownFirst && (
        <Button variant="link" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${alerts.length}`}
          <span className={textStyles.visuallyHidden}> recommendations: {title}</span>
        </Button>
      )}
    </div>
  )
}

const Counting = ({ factor: { id, title, basis, value } }: { factor: Factor }) => {
  const { method, bands } = explainFactor(id)
  return (
    <Disclosure
      className={evidenceStyles.disclosure}
      summary={
        <>
          How this is counted<span className={textStyles.visuallyHidden}>: {title}</span>
        </>
      }
    >
      <p>{method}</p>
      {basis.length > 0 && <BasisList basis={basis} />}
      <p>
        Together: {value}. {bands}
      </p>
    </Disclosure>
  )
}
