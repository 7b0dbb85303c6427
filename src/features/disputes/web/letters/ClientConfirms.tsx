import { Note } from '#web/ui/Note.tsx'

/** A manager makes no statement for the client, who confirms the letters later. */
export const ClientConfirms = () => (
  <Note tone="sand" title="The client confirms these letters">
    They can be downloaded and mailed after the client has read and confirmed them.
  </Note>
)
