import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { ErrorNote } from '#web/ui/Note.tsx'
import type { Advice } from '../advice-contract.ts'
import type { AdviceWork } from './use-advice.ts'

/** Has the figures mailed to the manager. Where something speaks against buying now, that is confirmed first. */
export const SendRequest = ({ guards, advice }: Pick<Advice, 'guards'> & { advice: AdviceWork }) => {
  const { send, sending, sendFailure, finding } = advice
  const stops = guards.filter(({ level }) => level === 'stop')
  const [read, setRead] = useState(false)
  return (
    <section className="card stack-s" aria-labelledby="tl-send">
      {sendFailure !== null && (
        <ErrorNote error={sendFailure} safe="No request was sent." onRetry={send} busy={sending} />
      )}
      {stops.length > 0 && (
        <Choice
          type="checkbox"
          checked={read}
          onChange={event => setRead(event.target.checked)}
          title="I have read what speaks against it now"
          hint={stops.map(({ title }) => title).join('. ')}
        />
      )}
      <div className="row sp nw tl-send">
        <div>
          <h3 id="tl-send">Want help with this?</h3>
          <p className="muted">Your manager gets these numbers by email. You pay nothing now.</p>
        </div>
        <Button
          icon="send"
          busy={sending}
          busyText="Sending..."
          disabled={finding || (stops.length > 0 && !read)}
          onClick={send}
        >
          Send request to manager
        </Button>
      </div>
    </section>
  )
}
