import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { NextStep } from '../ways.ts'

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
    <ul className="row ways" aria-label="What you can do">
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
        <Link className="btn sm" to="/disputes">
          Start a dispute
        </Link>
      )
    case 'disputes':
      return (
        <Link className="btn sm" to="/disputes">
          See your disputes
        </Link>
      )
    case 'freeze':
      return (
        <Link className="btn sm" to="/disputes/new/$type" params={{ type: 'freeze' }}>
          Freeze your files
        </Link>
      )
    case 'documents':
      return (
        <Link className="btn sm" to="/documents">
          Add your proof
        </Link>
      )
    case 'profile':
      return (
        <Link className="btn sm" to="/profile">
          Open Profile
        </Link>
      )
    case 'import':
      return (
        <Link className="btn sm" to="/analytics/$tab" params={{ tab: 'overview' }}>
          Import a report
        </Link>
      )
    case 'support':
      return <SupportLink />
    default: {
      const [words, href] = outside[way]
      return (
        <a
          className="btn sm"
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
    <a className="btn sm" href={`mailto:${data.email}`}>
      Contact support
    </a>
  ) : null
}
