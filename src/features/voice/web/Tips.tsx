import cardStyles from '#web/ui/Card.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import voiceStyles from './voice.module.css'

const tips = ['Speak clearly.', 'Ask specific questions.', 'Have a current credit report loaded.'] as const

const examples = ['What is my credit utilization?', 'Which factors affect my score the most?'] as const

/** How to ask (specification section 2, Credit Voice Helper panel); an example is asked by pressing it. */
export const Tips = ({ busy, onAsk }: { busy: boolean; onAsk: (question: string) => void }) => (
  <aside className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="voice-tips">
    <h2 id="voice-tips" className={textStyles.heading3}>
      Tips
    </h2>
    <ul className={voiceStyles.tips}>
      {tips.map(tip => (
        <li key={tip}>
          <Icon name="check" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
    <div className={voiceStyles.quotes}>
      <h3>Example questions</h3>
      {examples.map(example => (
        <button
          key={example}
          type="button"
          className={voiceStyles.quote}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onAsk(example)}
        >
          {example}
        </button>
      ))}
    </div>
  </aside>
)
