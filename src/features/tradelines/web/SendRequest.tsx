import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Advice } from '../contract.ts'
import tradelinesStyles from './tradelines.module.css'
import type { AdviceWork } from './use-advice.ts'

/** Has the figures mailed to the manager. Where something speaks against buying now, that is confirmed first. */
export const SendRequest = ({ guards, advice }: Pick<Advice, 'guards'> & { advice: AdviceWork }) => {
  const { send, sending, sendFailure, finding } = advice
  const stops = guards.filter(({ level }) => level === 'stop')
  const [read, setRead] = useState(false)
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="tl-send">
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
      <div
        className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap} ${tradelinesStyles.send}`}
      >
        <div>
          <h3 id="tl-send">Want help with this?</h3>
          <p className={textStyles.muted}>Your manager gets these numbers by email. You pay nothing now.</p>
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
