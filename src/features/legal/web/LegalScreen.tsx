import { useParams } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { Brand } from '#web/Brand.tsx'
import { client } from '#web/client.ts'
import { useDocumentTitle } from '#web/document-title.ts'
import { NotFoundPage } from '#web/ErrorPages.tsx'
import { StandalonePage } from '#web/StandalonePage.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { LegalPage, LegalPageName } from '../contract.ts'
import { statement, statementAddress, statementAnchor, statementTitle } from '../statement.ts'
import { LegalLinks } from './LegalLinks.tsx'
import { LegalSection, StatementText } from './LegalText.tsx'
import * as legalStyles from './legal.module.css'

const titles: Readonly<Record<string, LegalPageName>> = {
  terms: 'terms',
  privacy: 'privacy',
  rights: 'rights',
}

/** Terms, privacy and rights, for everyone, signed in or not. */
export const LegalScreen = () => {
  const { page: address } = useParams({ from: '/legal/$page' })
  const name = titles[address]
  if (address === statementAnchor) return <Statement />
  return name === undefined ? <NotFoundPage /> : <Page name={name} />
}

const Page = ({ name }: { name: LegalPageName }) => {
  const { data, error, isFetching, refetch } = useApiQuery(client.legal.page, { page: name })
  if (data !== undefined) return <TextPage page={data} />
  if (error === null) return <Spinner />
  return (
    <StandalonePage>
      <ErrorCard error={error} busy={isFetching} onRetry={() => void refetch()} />
    </StandalonePage>
  )
}

const TextPage = ({ page: { title, lead, version, template, sections } }: { page: LegalPage }) => {
  useDocumentTitle(title)
  return (
    <StandalonePage>
      <article className={`${legalStyles.page} ${layoutStyles.stack}`}>
        <Brand />
        <div>
          <h1>{title}</h1>
          <p className={textStyles.muted}>{lead}</p>
          <p className={`${textStyles.muted} ${textStyles.number}`}>Version of {showDay(version)}</p>
        </div>
        {template && (
          <Note tone="sand" title="Template">
            No lawyer has read this text yet. One must read and complete it before real people agree to it.
          </Note>
        )}
        {sections.map(section => (
          <LegalSection key={section.heading} section={section} />
        ))}
        <LegalLinks />
      </article>
    </StandalonePage>
  )
}

/** The statutory text and nothing else (15 U.S.C. 1679c(b)). */
const Statement = () => {
  useDocumentTitle('Credit file rights')
  return (
    <StandalonePage>
      <article className={`${legalStyles.page} ${layoutStyles.stack}`}>
        <h1>{statementTitle}</h1>
        <StatementText paragraphs={statement} address={statementAddress} />
      </article>
    </StandalonePage>
  )
}
