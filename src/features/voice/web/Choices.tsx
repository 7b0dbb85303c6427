import { Button } from '#web/ui/Button.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import type { VoiceAnswer } from '../contract.ts'
import voiceStyles from './voice.module.css'

type ChoicesProps = {
  choices: VoiceAnswer['choices']
  busy: boolean
  onAsk: (question: string) => void
}

/** What a question may have meant, where it was not understood for sure; pressing one asks it. */
export const Choices = ({ choices, busy, onAsk }: ChoicesProps) =>
  choices === undefined ? null : (
    <ul className={`${layoutStyles.row} ${voiceStyles.ways}`} aria-label="Questions you may have meant">
      {choices.map(({ question }) => (
        <li key={question}>
          <Button size="small" onClick={() => !busy && onAsk(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
