import { Link } from '@tanstack/react-router'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import * as styles from './GetReportScreen.module.css'
import {
  annualReports,
  annualSteps,
  notReadable,
  type ReportSource,
  serviceReports,
  waysToSave,
} from './report-sources.ts'

/** How to get a credit report as a file, from each source and in each browser. */
export const GetReportScreen = () => (
  <div className={`${layoutStyles.stack} ${styles.page}`}>
    <div>
      <h2>How to get your report</h2>
      <p className={textStyles.muted}>
        Save your report where you see it, and import the file here. The law gives you a free report from each
        bureau once a year; the bureaus now offer one every week.
      </p>
    </div>
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="free-reports">
      <div className={cardStyles.header}>
        <div>
          <h3 id="free-reports">Free, from the bureaus</h3>
          <p>For everyone, without paying and without a card.</p>
        </div>
        <a {...buttonLook()} href="https://www.annualcreditreport.com" target="_blank" rel="noreferrer">
          Open the official site
        </a>
      </div>
      <Steps steps={annualSteps} />
      {annualReports.map(source => (
        <Source key={source.id} source={source} />
      ))}
    </section>
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="services">
      <div className={cardStyles.header}>
        <div>
          <h3 id="services">From a monitoring service</h3>
          <p>If you pay for one already. All three bureaus come in one file.</p>
        </div>
      </div>
      {serviceReports.map(source => (
        <Source key={source.id} source={source} />
      ))}
    </section>
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="saving">
      <h3 id="saving">How to save it</h3>
      {waysToSave.map(({ name, steps }) => (
        <Disclosure key={name} summary={name}>
          <Steps steps={steps} />
        </Disclosure>
      ))}
    </section>
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="not-readable">
      <h3 id="not-readable">What we cannot read</h3>
      <dl className={styles.terms}>
        {notReadable.map(({ what, why }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </section>
    <Note tone="sand" icon="lock" title="We never ask for your password to another site">
      Do not give it to anyone who offers to fetch your report. A file is all we need.
    </Note>
    <div className={layoutStyles.row} data-slot="actions">
      <Link
        {...buttonLook({ variant: 'primary' })}
        to="/analytics/$tab"
        params={{ tab: 'overview' }}
        hash="import-report"
      >
        <Icon name="upload" />
        Import a report file
      </Link>
    </div>
  </div>
)

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol className={styles.steps}>
    {steps.map(step => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

const Source = ({ source: { name, gives, lacks, steps } }: { source: ReportSource }) => (
  <Disclosure summary={name}>
    <div className={layoutStyles.stackSmall}>
      <Steps steps={steps} />
      <dl className={styles.terms}>
        <div>
          <dt>What it gives</dt>
          <dd>{gives}</dd>
        </div>
        <div>
          <dt>What it lacks</dt>
          <dd>{lacks}</dd>
        </div>
      </dl>
    </div>
  </Disclosure>
)
