import { Link } from '@tanstack/react-router'
import { usePermission } from '#features/identity/web/session.ts'
import { complaintPage } from '#features/legal/cfpb-complaint.ts'
import { dayIn } from '#values/dates.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { findPeriod } from '../../collectors/validation-period.ts'
import {
  type CompanyStep,
  ceaseSteps,
  directSteps,
  theftSteps,
  validationSteps,
} from '../../company-steps.ts'
import { findReceipt } from '../../deadlines/deadlines.ts'
import type { Dispute, Item } from '../../dispute-contract.ts'
import * as disputeStyles from '../dispute/dispute.module.css'

type Props = { item: Item; dispute: Pick<Dispute, 'letters' | 'createdAt'> }

/** What a user can do after a company's reaction; renders nothing for any other item, or before it is recorded. */
export const CompanySteps = ({ item, dispute }: Props) => {
  const steps = stepsOf(item, dispute)
  if (steps.length === 0) return null
  return (
    <div className={`${layoutStyles.stackSmall} ${disputeStyles.nextSteps}`}>
      <h4>What you can do next</h4>
      <ul className={disputeStyles.options}>
        {steps.map(step => (
          <li key={step.title} className={disputeStyles.option}>
            <b>{step.title}</b>
            <p className={textStyles.muted}>{step.text}</p>
            <Act step={step} item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const stepsOf = (item: Item, dispute: Props['dispute']): readonly CompanyStep[] => {
  const [answer] = item.answers
  if (answer === undefined) return []
  switch (item.type) {
    case 'direct':
      return directSteps(answer.outcome)
    case 'theft-notice':
      return theftSteps
    case 'cease':
      return ceaseSteps(answer.outcome, item.reason)
    case 'validation':
      return validationSteps(answer.outcome, {
        debt: item.debt,
        period: findPeriod(item.notice, arrivedOn(dispute)),
      })
    default:
      return []
  }
}

/** The account of the report that the letter was about; null if it was about none. */
const accountOf = (item: Item): string | null => {
  switch (item.type) {
    case 'direct':
    case 'theft-notice':
      return item.accountId
    case 'cease':
    case 'validation':
      return item.debt.accountId
    default:
      return null
  }
}

/** The day on which the letter reached the collector; if unknown, the day on which it was created. */
const arrivedOn = ({ letters: [letter], createdAt }: Props['dispute']): string => {
  const receipt =
    letter === undefined
      ? null
      : findReceipt({ ...letter, expectedOn: letter.lobExpectedDeliveryDate }, browserTimeZone)
  return receipt?.on ?? dayIn(browserTimeZone, new Date(createdAt))
}

const Act = ({ step: { act, title }, item }: { step: CompanyStep; item: Item }) => {
  const barred = usePermission('assist')
  const accountId = accountOf(item)
  const search = accountId === null ? {} : { items: accountId }
  const look = buttonLook({ size: 'small' })
  switch (act) {
    case 'complain':
      return (
        <p>
          <a {...look} href={complaintPage} target="_blank" rel="noreferrer">
            Go to consumerfinance.gov
            <Icon name="ext" />
          </a>
        </p>
      )
    case 'dispute_with_bureaus':
      return barred === null ? (
        <p>
          <Link
            {...look}
            to="/disputes/new/$type"
            params={{ type: 'account' }}
            search={search}
            aria-label={`Choose the entry: ${title}`}
          >
            Choose the entry
          </Link>
        </p>
      ) : null
    case 'write_cease':
      return barred === null ? (
        <p>
          <Link {...look} to="/disputes/new/cease" search={search} aria-label={`Write this letter: ${title}`}>
            Write this letter
          </Link>
        </p>
      ) : null
    case null:
      return null
  }
}
