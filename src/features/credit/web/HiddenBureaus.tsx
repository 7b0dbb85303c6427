import { Link } from '@tanstack/react-router'
import type { Bureau } from '#values/bureau.ts'
import { usePermission } from '#web/opened.ts'
import { BureauGlyph } from '#web/ui/Bureau.tsx'
import buttonStyles from '#web/ui/Button.module.css'
import cardStyles from '#web/ui/Card.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import scoreCardStyles from './ScoreCard.module.css'

/** What the free plan does not show, said plainly, and where its owner switches it on; staff cannot from here. */
export const HiddenBureaus = ({ bureaus }: { bureaus: readonly Bureau[] }) => {
  const barred = usePermission('never') !== null
  return (
    <article className={`${cardStyles.card} ${scoreCardStyles.locked}`}>
      <div className={layoutStyles.row}>
        {bureaus.map(bureau => (
          <BureauGlyph key={bureau} bureau={bureau} />
        ))}
        <h2 className={textStyles.heading3}>{bureaus.join(' and ')}</h2>
      </div>
      <p className={textStyles.muted}>
        {barred
          ? 'The client’s plan shows one bureau. The plan can be changed in the list of clients, or by the client in Profile.'
          : 'Your plan shows one bureau. Lenders may use any of the three. The Max Plan shows all of them.'}
      </p>
      {!barred && (
        <Link className={buttonStyles.button} data-slot="button" to="/profile">
          See the Max Plan
        </Link>
      )}
    </article>
  )
}
