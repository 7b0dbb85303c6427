import { Link } from '@tanstack/react-router'
import { complaintRule } from '#features/legal/cfpb-complaint.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { isDisputeOfItems } from '../../complaint/complaint-opening.ts'
import type { Dispute } from '../../dispute-contract.ts'

/** The link to a complaint about how a bureau handled a dispute; hidden until something was mailed or answered. */
export const ComplaintCard = ({ dispute }: { dispute: Dispute }) => {
  const { id: disputeId, letters, items } = dispute
  const isBegun =
    letters.some(({ mailState }) => mailState !== 'not_mailed') ||
    items.some(({ answers }) => answers.length > 0)
  if (!isBegun || !isDisputeOfItems(dispute)) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="complaint">
      <h3 id="complaint">Complaint to the CFPB</h3>
      <p className={textStyles.muted}>
        If a bureau does not answer, or its answer is wrong, you can complain to the Consumer Financial
        Protection Bureau (CFPB). {complaintRule}
      </p>
      <p>
        <Link {...buttonLook({ size: 'small' })} to="/disputes/$disputeId/complaint" params={{ disputeId }}>
          See when you can file
        </Link>
      </p>
    </section>
  )
}
