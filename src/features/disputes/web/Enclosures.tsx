import { Note } from '#web/ui/Note.tsx'

/** What to put into the envelope; each line says why. */
export const Enclosures = ({ what }: { what: readonly string[] }) =>
  what.length === 0 ? null : (
    <Note tone="plain" icon="folder" title="Put into the envelope">
      <ul className="enclosed">
        {what.map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>Send copies and keep the originals.</p>
    </Note>
  )
