import layoutStyles from '#web/ui/layout.module.css'
import { ConfirmChoice } from './ConfirmChoice.tsx'

type Props = {
  id: string
  attested: boolean
  /** The sentence when it was left out; null when not. */
  sentence: string | null
  onAttest: (attested: boolean) => void
}

/** The statement of truth. */
export const AttestChoice = ({ id, attested, sentence, onAttest }: Props) => (
  <div className={layoutStyles.stackSmall}>
    <ConfirmChoice
      id={id}
      title="What I say in these letters is true as far as I know"
      confirmed={attested}
      sentence={sentence}
      onConfirm={onAttest}
    />
  </div>
)
