import * as layoutStyles from '#web/ui/layout.module.css'
import { splitInline } from './inline-text.ts'

type Link = { text: string; href: string }

/** A part of a legal text with its heading. */
export const LegalSection = ({
  section: { heading, paragraphs, links = [] },
}: {
  section: { heading: string; paragraphs: readonly string[]; links?: readonly Link[] | undefined }
}) => (
  <section className={layoutStyles.stackSmall}>
    <h2>{heading}</h2>
    {paragraphs.map(paragraph => (
      <LegalParagraph key={paragraph} text={paragraph} />
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

/** A paragraph, or a list where its lines begin with a dash. */
export const LegalParagraph = ({ text }: { text: string }) =>
  text.startsWith('- ') ? (
    <ul>
      {text
        .slice(2)
        .split('\n- ')
        .map(item => (
          <li key={item}>
            <Inline text={item.replaceAll('\n', ' ')} />
          </li>
        ))}
    </ul>
  ) : (
    <p>
      <Inline text={text} />
    </p>
  )

/** Text with **bold** and [links](https://…); anything else is plain text. */
const Inline = ({ text }: { text: string }) =>
  splitInline(text).map(part => {
    if (part.kind === 'bold') return <b key={part.at}>{part.text}</b>
    if (part.kind === 'text') return part.text
    return (
      <a key={part.at} href={part.href} rel="noreferrer">
        {part.text}
      </a>
    )
  })

/** The statement of 15 U.S.C. 1679c(a) without its title. */
export const StatementText = ({
  paragraphs,
  address,
}: {
  paragraphs: readonly string[]
  address: readonly string[]
}) => (
  <>
    {paragraphs.map(paragraph => (
      <p key={paragraph}>{paragraph}</p>
    ))}
    <address>
      {address.map(line => (
        <span key={line}>{line}</span>
      ))}
    </address>
  </>
)
