import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import buttonStyles from '#web/ui/Button.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import type { NextStep } from '../contract.ts'
import voiceStyles from './voice.module.css'

/** Help outside of the product. */
const outside = {
  identity_theft_report: ['IdentityTheft.gov', 'https://www.identitytheft.gov/'],
  annual_report: ['AnnualCreditReport.com', 'https://www.annualcreditreport.com/'],
  cfpb_complaint: ['Complain to the CFPB', 'https://www.consumerfinance.gov/complaint/'],
  crisis_line: ['Call or text 988', 'tel:988'],
  abuse_line: ['Call 1-800-799-7233', 'tel:+18007997233'],
} as const

/** The flows and people that an answer leads to, one link each. */
export const NextSteps = ({ ways }: { ways: readonly NextStep[] }) =>
  ways.length === 0 ? null : (
    <ul className={`${layoutStyles.row} ${voiceStyles.ways}`} aria-label="What you can do">
      {ways.map(way => (
        <li key={way}>
          <WayLink way={way} />
        </li>
      ))}
    </ul>
  )

const WayLink = ({ way }: { way: NextStep }) => {
  switch (way) {
    case 'dispute':
      return (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-slot="button"
          data-size="small"
          to="/disputes"
        >
          Start a dispute
        </Link>
      )
    case 'disputes':
      return (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-slot="button"
          data-size="small"
          to="/disputes"
        >
          See your disputes
        </Link>
      )
    case 'freeze':
      return (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-slot="button"
          data-size="small"
          to="/disputes/new/$type"
          params={{ type: 'freeze' }}
        >
          Freeze your files
        </Link>
      )
    case 'documents':
      return (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-slot="button"
          data-size="small"
          to="/documents"
        >
          Add your proof
        </Link>
      )
    case 'profile':
      return (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-slot="button"
          data-size="small"
          to="/profile"
        >
          Open Profile
        </Link>
      )
    case 'import':
      return (
        <Link
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-slot="button"
          data-size="small"
          to="/analytics/$tab"
          params={{ tab: 'overview' }}
        >
          Import a report
        </Link>
      )
    case 'support':
      return <SupportLink />
    default: {
      const [words, href] = outside[way]
      return (
        <a
          className={`${buttonStyles.button} ${buttonStyles.small}`}
          data-slot="button"
          data-size="small"
          href={href}
          {...(href.startsWith('https') && { target: '_blank', rel: 'noreferrer' })}
        >
          {words}
          {href.startsWith('https') && <Icon name="ext" small />}
        </a>
      )
    }
  }
}

const SupportLink = () => {
  const { data } = useApiQuery(client.platform.support, undefined, { staleTime: Number.POSITIVE_INFINITY })
  return data ? (
    <a
      className={`${buttonStyles.button} ${buttonStyles.small}`}
      data-slot="button"
      data-size="small"
      href={`mailto:${data.email}`}
    >
      Contact support
    </a>
  ) : null
}
