import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Document } from '#features/documents/contract.ts'
import type { DocumentKind } from '#features/documents/upload-rules.ts'
import { QuickUpload } from '#features/documents/web/QuickUpload.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import { bureaus } from '#values/bureau.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Loading, Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { isFrozen } from '../../freezes/freeze-words.ts'
import { today } from '../dispute-text.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import { TheftClocks } from './TheftClocks.tsx'
import * as styles from './theft.module.css'

/** The identity theft kit: what to do in which order, what is missing for it, and the deadlines of what was sent. */
export const IdentityTheftScreen = () => {
  const documents = useApiQuery(client.documents.list)
  const disputes = useApiQuery(client.disputes.list)
  const needed = [documents, disputes]
  const failed = needed.find(({ error, data }) => error !== null && data === undefined)
  if (failed?.error)
    return (
      <ErrorCard
        error={failed.error}
        onRetry={() => void failed.refetch()}
        busy={needed.some(({ isFetching }) => isFetching)}
      />
    )
  if (documents.data === undefined || disputes.data === undefined) return <Waiting />
  const papers = documents.data.data
  return (
    <div className={`${wizardStyles.wizard} ${layoutStyles.stack}`}>
      <div>
        <Link className={layoutStyles.backLink} to="/disputes">
          <Icon name="left" small />
          All disputes
        </Link>
        <h2>If someone used your identity</h2>
        <p className={textStyles.muted}>
          Take the steps in this order. Each letter is shown to you first, and nothing is sent before you
          confirm that it is true.
        </p>
      </div>
      <TheftClocks disputes={disputes.data} />
      <StopNewCredit />
      <MakeReport papers={papers} />
      <BlockItems papers={papers} />
      <TellCompanies />
      <LeaveOut />
    </div>
  )
}

const Waiting = () => (
  <Loading what="your identity theft steps" className={wizardStyles.wizard}>
    <Skeleton height="3rem" width="20rem" />
    <Skeleton height="12rem" />
    <Skeleton height="16rem" />
  </Loading>
)

type StepProps = { id: string; title: string; lead: string; children: ReactNode }

const KitStep = ({ id, title, lead, children }: StepProps) => (
  <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby={id}>
    <div>
      <h3 id={id}>{title}</h3>
      <p className={textStyles.muted}>{lead}</p>
    </div>
    {children}
  </section>
)

/** The links of a step; for read-only staff, why there are none. */
const Ways = ({ children }: { children: ReactNode }) => {
  const barred = usePermission('assist')
  return barred === null ? (
    <p className={layoutStyles.row}>{children}</p>
  ) : (
    <p className={textStyles.muted}>{barred}</p>
  )
}

/** Security freezes (15 U.S.C. 1681c-1(i)) and fraud alerts (1681c-1(a), (b)). */
const StopNewCredit = () => {
  const { data } = useApiQuery(client.freezes.list)
  const frozen = bureaus.filter(bureau =>
    data?.data.some(one => one.agency === bureau && isFrozen(one.history, today())),
  )
  return (
    <KitStep
      id="stop"
      title="1. Stop new credit in your name"
      lead="Both are free. A freeze keeps new lenders from your file and is set at each bureau. A fraud alert tells lenders to verify that it is you, and one bureau passes it on to the other two."
    >
      {data !== undefined && (
        <p>
          {frozen.length === 0
            ? 'No freeze at the three bureaus is recorded here.'
            : `Recorded as frozen: ${frozen.join(', ')}.`}
        </p>
      )}
      <Ways>
        <Link {...buttonLook()} to="/disputes/freezes">
          Freeze your files
        </Link>
        <Link {...buttonLook()} to="/disputes/new/fraud-alert">
          Place a fraud alert
        </Link>
      </Ways>
    </KitStep>
  )
}

type PapersProps = { papers: readonly Document[] }

/** The report that the rights below depend on (15 U.S.C. 1681a(q)(4)): an official report, made by the user. */
const MakeReport = ({ papers }: PapersProps) => {
  const barred = usePermission('assist')
  const reports = papers.filter(({ kind }) => kind === 'identity_theft_report')
  return (
    <KitStep
      id="report"
      title="2. Make your identity theft report"
      lead="You make it yourself, at the government’s own site or with the police. Nobody else can make it for you, and we do not."
    >
      <ol className={styles.checklist}>
        <li>
          List what is not yours: accounts, applications and addresses in{' '}
          <Link to="/analytics/$tab" params={{ tab: 'report' }}>
            your report
          </Link>
          .
        </li>
        <li>
          Make the report at{' '}
          <a href="https://www.identitytheft.gov" target="_blank" rel="noreferrer">
            IdentityTheft.gov
            <span className={textStyles.visuallyHidden}>, opens in a new tab</span>
          </a>
          . Name each account and application that is not yours.
        </li>
        <li>Say only what you know. Knowingly false statements in such a report are a crime.</li>
        <li>Save it as a PDF. If a company asks for a police report, take it to your local police.</li>
        <li>
          {reports.length === 0
            ? 'Upload it here. Letters enclose a copy.'
            : `It is in your documents: ${reports.map(({ documentName }) => documentName).join(', ')}.`}
        </li>
      </ol>
      {reports.length === 0 && barred === null && (
        <QuickUpload kind="identity_theft_report" onUploaded={() => undefined} />
      )}
    </KitStep>
  )
}

/** The two papers required for a block; the items and the statement are created with the dispute. */
const blockPapers = [
  { kind: 'government_id', name: 'Proof of who you are', missing: 'Upload a copy of a government ID.' },
  {
    kind: 'identity_theft_report',
    name: 'An identity theft report',
    missing: 'Make it at IdentityTheft.gov and upload it in step 2.',
  },
] as const satisfies readonly { kind: DocumentKind; name: string; missing: string }[]

/** The block of 15 U.S.C. 1681c-2, with the four things that a bureau must receive, (a)(1) to (4). */
const BlockItems = ({ papers }: PapersProps) => {
  const parts = blockPapers.map(({ kind, ...part }) => ({
    ...part,
    has: papers.find(one => one.kind === kind)?.documentName ?? null,
  }))
  return (
    <KitStep
      id="block"
      title="3. Have what the thief added blocked"
      lead="A bureau must block it within four business days after it receives these four things. It may decline, or take a block back, if the request was a mistake or untrue, or if you received goods, services or money from the transaction."
    >
      <ul className={styles.parts}>
        {parts.map(({ name, has, missing }) => (
          <li key={name}>
            <Pill tone={has === null ? 'amber' : 'green'} icon={has === null ? 'warn' : 'check'}>
              {has === null ? 'Missing' : 'Ready'}
            </Pill>
            <span>
              <b>{name}</b>
              <small className={textStyles.muted}>{has ?? missing}</small>
            </span>
          </li>
        ))}
        <li>
          <Pill tone="line">In the letter</Pill>
          <span>
            <b>Which items</b>
            <small className={textStyles.muted}>
              Choose them, with the reason “Identity theft”, and check both copies to enclose.
            </small>
          </span>
        </li>
        <li>
          <Pill tone="line">In the letter</Pill>
          <span>
            <b>Your statement that they are not yours</b>
            <small className={textStyles.muted}>
              The letter says it, and you confirm it before it is made.
            </small>
          </span>
        </li>
      </ul>
      <Ways>
        <Link {...buttonLook()} to="/disputes/new/$type" params={{ type: 'account' }}>
          Dispute accounts
        </Link>
        <Link {...buttonLook()} to="/disputes/new/$type" params={{ type: 'inquiry' }}>
          Dispute inquiries
        </Link>
      </Ways>
    </KitStep>
  )
}

/** 15 U.S.C. 1681s-2(a)(6)(B), 1681m(g) and 1681g(e): a company's duties when the consumer writes to it. */
const TellCompanies = () => (
  <KitStep
    id="companies"
    title="4. Tell the companies"
    lead="Write to each company that reports an account that is not yours, with a copy of your identity theft report."
  >
    <ul className={styles.checklist}>
      <li>
        Send it to the address that the company gives for identity theft reports. After that it may not report
        the account, unless it learns that it is right (15 U.S.C. 1681s-2(a)(6)(B)).
      </li>
      <li>
        A lender must send you the application and the records of transactions within 30 days, free, once it
        has verified you and your claim (15 U.S.C. 1681g(e)).
      </li>
      <li>
        A debt collector that collects for someone else must tell them, and send you on request what it would
        if you disputed the debt (15 U.S.C. 1681m(g)).
      </li>
    </ul>
    <Ways>
      <Link {...buttonLook()} to="/disputes/new/$type" params={{ type: 'theft-notice' }}>
        Write to a company
      </Link>
    </Ways>
  </KitStep>
)

const LeaveOut = () => (
  <section className={layoutStyles.stackSmall} aria-labelledby="leave-out">
    <h3 id="leave-out">What not to put into letters</h3>
    <Note tone="plain" icon="lock" title="Someone who has your data could read a letter or write as you">
      <div className={layoutStyles.stackSmall}>
        <ul className={styles.checklist}>
          <li>No full Social Security or account numbers, passwords or PINs.</li>
          <li>No name of anyone you suspect. Put that into your identity theft report only.</li>
          <li>No debt that is yours. A block or a dispute for a theft that did not happen is unlawful.</li>
          <li>
            Letters give the address of your profile. Answers go there: check that it is yours and safe.
          </li>
        </ul>
        <p>
          Nobody from here asks for your IdentityTheft.gov password. Who is signed in to your account is shown
          in <Link to="/profile">Profile</Link>.
        </p>
      </div>
    </Note>
  </section>
)
