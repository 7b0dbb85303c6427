import type { Bureau } from '#values/bureau.ts'
import lettersStyles from './letters.module.css'
import { UnbrokenNumbers } from './UnbrokenNumbers.tsx'

/** A letter on paper. Its blocks stand apart by empty lines; lines inside a block stay lines. */
export const LetterPaper = ({ bureau, body }: { bureau: Bureau; body: string }) => (
  <div className={lettersStyles.desk}>
    <article className={lettersStyles.paper} aria-label={`Letter to ${bureau}`}>
      {blocksOf(body).map(({ at, text }) => (
        <p key={at} className={lettersStyles.address}>
          <UnbrokenNumbers text={text} />
        </p>
      ))}
    </article>
  </div>
)

const blocksOf = (body: string): { at: number; text: string }[] =>
  body
    .split(/\n{2,}/)
    .map((text, at) => ({ at, text: text.trim() }))
    .filter(({ text }) => text !== '')
