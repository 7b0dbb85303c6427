import layoutStyles from '#web/ui/layout.module.css'
import type { Preview } from '../../dispute-contract.ts'
import { Enclosures } from './Enclosures.tsx'
import { LetterPaper } from './LetterPaper.tsx'
import { LetterTabs } from './LetterTabs.tsx'

/** Letters as the server would write them, each with the copies that it still lacks. */
export const PreviewedLetters = ({ letters }: Pick<Preview, 'letters'>) => (
  <LetterTabs letters={letters}>
    {({ bureau, body, enclosures }) => (
      <div className={layoutStyles.stack}>
        <LetterPaper bureau={bureau} body={body} />
        <Enclosures what={enclosures} />
      </div>
    )}
  </LetterTabs>
)
