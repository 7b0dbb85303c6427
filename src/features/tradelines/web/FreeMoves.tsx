import type { Advice } from '../advice-contract.ts'

/** What costs nothing instead, and what must be known of tradelines. */
export const FreeMoves = ({ moves, notices }: { moves: Advice['freeMoves']; notices: readonly string[] }) => (
  <section className="card tl-two" aria-label="Before you decide">
    <div>
      <h2 className="h3">What costs nothing</h2>
      <ol>
        {moves.map(({ code, title, text }) => (
          <li key={code}>
            <b>{title}</b>
            <span className="muted">{text}</span>
          </li>
        ))}
      </ol>
    </div>
    <div>
      <h2 className="h3">Know this first</h2>
      <ul>
        {notices.map(notice => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </div>
  </section>
)
