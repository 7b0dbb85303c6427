import { useParams } from '@tanstack/react-router'
import { showDay } from '#values/dates.ts'
import { Brand } from '#web/Brand.tsx'
import { NotFoundPage } from '#web/NotFoundPage.tsx'
import { useTitle } from '#web/title.ts'
import { Note } from '#web/ui/Note.tsx'
import { WholePage } from '#web/WholePage.tsx'
import { statement, statementAddress, statementTitle } from '../credit-file-rights.ts'
import type { LawPage, LawSection } from '../law-page.ts'
import { lawPages, statementPlace } from '../law-pages.ts'
import { LawLinks } from './LawLinks.tsx'
import './law.css'

/** The terms, how data is treated, and the consumer's rights: read by anybody, signed in or not. */
export const LawScreen = () => {
  const { page: place } = useParams({ from: '/legal/$page' })
  const page = lawPages[place]
  if (place === statementPlace) return <Statement />
  return page === undefined ? <NotFoundPage /> : <Plain page={page} />
}

const Plain = ({ page: { title, lead, version, template, sections } }: { page: LawPage }) => {
  useTitle(title)
  return (
    <WholePage>
      <article className="law stack">
        <Brand />
        <div>
          <h1>{title}</h1>
          <p className="muted">{lead}</p>
          <p className="muted num">Text of {showDay(version)}</p>
        </div>
        {template && (
          <Note tone="sand" title="Template">
            No lawyer has read this text yet. One must read and complete it before real people agree to it.
          </Note>
        )}
        {sections.map(section => (
          <Section key={section.heading} section={section} />
        ))}
        <LawLinks />
      </article>
    </WholePage>
  )
}

const Section = ({ section: { heading, paragraphs, links = [] } }: { section: LawSection }) => (
  <section className="stack-s">
    <h2>{heading}</h2>
    {paragraphs.map(paragraph => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    {links.map(({ words, href }) => (
      <p key={href}>
        <a href={href} rel="noreferrer">
          {words}
        </a>
      </p>
    ))}
  </section>
)

/** The words of the law and nothing beside them (15 U.S.C. 1679c(b)). */
const Statement = () => {
  useTitle('Credit file rights')
  return (
    <WholePage>
      <article className="law stack">
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
    </WholePage>
  )
}
