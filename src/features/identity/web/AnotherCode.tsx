import { formatDuration } from '#web/duration.ts'
import { Button } from '#web/ui/Button.tsx'
import type { useAnotherCode } from './use-another-code.ts'

type AnotherCodeProps = Pick<ReturnType<typeof useAnotherCode>, 'send' | 'sending' | 'wait'> & {
  /** The button's words, as they stand in their sentence. */
  words: string
}

/** Texts another code, and says how long until it can. */
export const AnotherCode = ({ send, sending, wait, words }: AnotherCodeProps) => (
  <>
    <Button variant="link" disabled={wait > 0} busy={sending} onClick={send}>
      {words}
    </Button>
    {wait > 0 && (
      <>
        {' '}
        in <span className="num">{formatDuration(wait)}</span>
      </>
    )}
  </>
)
