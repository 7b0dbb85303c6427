import cardStyles from '#web/ui/Card.module.css'
import textStyles from '#web/ui/text.module.css'
import type { Advice } from '../contract.ts'
import tradelinesStyles from './tradelines.module.css'

/** What costs nothing instead, and what must be known of tradelines. */
export const FreeMoves = ({ moves, notices }: { moves: Advice['freeMoves']; notices: readonly string[] }) => (
  <section className={`${cardStyles.card} ${tradelinesStyles.columns}`} aria-label="Before you decide">
    <div>
      <h2 className={textStyles.heading3}>What costs nothing</h2>
      <ol>
        {moves.map(({ code, title, text }) => (
          <li key={code}>
            <b>{title}</b>
            <span className={textStyles.muted}>{text}</span>
          </li>
        ))}
      </ol>
    </div>
    <div>
      <h2 className={textStyles.heading3}>Know this first</h2>
      <ul>
        {notices.map(notice => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </div>
  </section>
)
