import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as tabsStyles from '#web/ui/Tabs.module.css'
import { tabForKey } from '#web/ui/tab-keys.ts'
import * as textStyles from '#web/ui/text.module.css'
import type { Letter, Preview } from '../../dispute-contract.ts'
import { type PaperBlock, paperBlocks } from '../../letters/letter-paper.ts'
import * as disputeStyles from '../dispute/dispute.module.css'
import { RecipientName } from '../RecipientName.tsx'
import * as lettersStyles from './letters.module.css'

/** A letter on paper. */
export const LetterPaper = ({ recipient, body }: { recipient: string; body: string }) => (
  <div className={lettersStyles.desk}>
    <article className={lettersStyles.paper} aria-label={`Letter to ${recipient}`}>
      <PaperText text={body} />
    </article>
  </div>
)

/** A letter's text, or a part of it, laid out like the PDF. */
export const PaperText = ({ text }: { text: string }) =>
  paperBlocks(text).map((block, index) => <Block key={`${index} ${block.style}`} block={block} />)

const Block = ({ block }: { block: PaperBlock }) =>
  block.style === 'facts' ? (
    <div className={lettersStyles.item}>
      <b>{block.title}</b>
      <dl>
        {block.facts.map(({ label, value }) => (
          <div key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd>
              <UnbrokenNumbers text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ) : (
    <p className={lettersStyles[block.style]}>
      <UnbrokenNumbers text={block.text} />
    </p>
  )

type TabsProps<L> = {
  letters: readonly L[]
  children: (letter: L) => ReactNode
}

/** Shows one letter at a time, chosen by its recipient. A single letter needs no tabs. */
export const LetterTabs = <L extends Pick<Letter, 'bureau' | 'recipient'>>({
  letters,
  children,
}: TabsProps<L>) => {
  const id = useId()
  const [chosen, choose] = useState<string | null>(null)
  const letter = letters.find(({ recipient }) => recipient.name === chosen) ?? letters[0]
  if (letter === undefined) return null

  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = tabForKey(event, letters, letter)
    if (next === undefined) return
    event.preventDefault()
    choose(next.recipient.name)
    document.getElementById(`${id}-${next.recipient.name}`)?.focus()
  }

  return (
    <>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        {letters.length === 1 ? (
          <RecipientName {...letter} />
        ) : (
          <div
            className={`${tabsStyles.tabs} ${tabsStyles.three} ${lettersStyles.tabs}`}
            role="tablist"
            aria-label="Letters"
          >
            {letters.map(({ bureau, recipient }) => (
              <button
                key={recipient.name}
                id={`${id}-${recipient.name}`}
                role="tab"
                type="button"
                aria-selected={recipient.name === letter.recipient.name}
                aria-controls={`${id}-panel`}
                tabIndex={recipient.name === letter.recipient.name ? 0 : -1}
                onClick={() => choose(recipient.name)}
                onKeyDown={move}
              >
                <RecipientName bureau={bureau} recipient={recipient} />
              </button>
            ))}
          </div>
        )}
      </div>
      {letters.length === 1 ? (
        children(letter)
      ) : (
        <div
          id={`${id}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${letter.recipient.name}`}
          tabIndex={0}
        >
          {children(letter)}
        </div>
      )}
    </>
  )
}

/** Letters as the server would create them, each with its missing enclosures. */
export const PreviewedLetters = ({ letters }: Pick<Preview, 'letters'>) => (
  <LetterTabs letters={letters}>
    {({ recipient, body, enclosures }) => (
      <div className={layoutStyles.stack}>
        <LetterPaper recipient={recipient.name} body={body} />
        <Enclosures what={enclosures} />
      </div>
    )}
  </LetterTabs>
)

/** Copies that a letter needs and that are not enclosed yet, each with the reason. */
const Enclosures = ({ what }: { what: readonly string[] }) =>
  what.length === 0 ? null : (
    <Note tone="plain" icon="folder" title="Copies that are still missing">
      <ul className={disputeStyles.enclosed}>
        {what.map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>
        Go back to enclose them from your documents, or add them by hand when you mail the letters yourself.
        Keep the originals.
      </p>
    </Note>
  )

const hyphened = /((?:XXX-XX|\d{5})-\d{4})/

/** A text whose masked Social Security number and ZIP codes are not broken at their hyphens. */
const UnbrokenNumbers = ({ text }: { text: string }) =>
  text.split(hyphened).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={`${at} ${piece}`} className={textStyles.noWrap}>
        {piece}
      </span>
    ),
  )
