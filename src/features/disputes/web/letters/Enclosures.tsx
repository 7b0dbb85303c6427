import { Note } from '#web/ui/Note.tsx'
import disputeStyles from '../dispute/dispute.module.css'

/** Copies that a letter needs and that are not enclosed yet; each line says why. */
export const Enclosures = ({ what }: { what: readonly string[] }) =>
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
