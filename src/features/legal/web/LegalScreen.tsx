import { useParams } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { Brand } from '#web/Brand.tsx'
import { useDocumentTitle } from '#web/document-title.ts'
import { NotFoundPage } from '#web/ErrorPages.tsx'
import { StandalonePage } from '#web/StandalonePage.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import {
  type LegalPage,
  type LegalSection,
  legalPages,
  statement,
  statementAddress,
  statementAnchor,
  statementTitle,
} from '../legal-pages.ts'
import { LegalLinks } from './LegalLinks.tsx'
import * as legalStyles from './legal.module.css'

/** Terms, privacy and rights, for everyone, signed in or not. */
export const LegalScreen = () => {
  const { page: name } = useParams({ from: '/legal/$page' })
  const page = legalPages[name]
  if (name === statementAnchor) return <Statement />
  return page === undefined ? <NotFoundPage /> : <TextPage page={page} />
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
          <Section key={section.heading} section={section} />
        ))}
        <LegalLinks />
      </article>
    </StandalonePage>
  )
}

const Section = ({ section: { heading, paragraphs, links = [] } }: { section: LegalSection }) => (
  <section className={layoutStyles.stackSmall}>
    <h2>{heading}</h2>
    {paragraphs.map(paragraph => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    {links.map(({ text, href }) => (
      <p key={href}>
        <a href={href} rel="noreferrer">
          {text}
        </a>
      </p>
    ))}
  </section>
)

/** The statutory text and nothing else (15 U.S.C. 1679c(b)). */
const Statement = () => {
  useDocumentTitle('Credit file rights')
  return (
    <StandalonePage>
      <article className={`${legalStyles.page} ${layoutStyles.stack}`}>
        <h1>{statementTitle}</h1>
        {statement.map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <address>
          {statementAddress.map(line => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </article>
    </StandalonePage>
  )
}
