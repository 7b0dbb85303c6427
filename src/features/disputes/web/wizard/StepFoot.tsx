import { Button } from '#web/ui/Button.tsx'
import type { IconName } from '#web/ui/Icon.tsx'
import wizardStyles from './wizard.module.css'

type Props = { next: string; onBack: () => void; onNext: () => void; busy?: boolean; icon?: IconName }

/** The two ways out of a step. Back keeps every answer. */
export const StepFoot = ({ next, onBack, onNext, busy, icon }: Props) => (
  <div className={wizardStyles.footer}>
    <Button variant="quiet" size="big" icon="left" onClick={onBack}>
      Back
    </Button>
    <Button variant="primary" size="big" icon={icon} busy={busy} onClick={onNext}>
      {next}
    </Button>
  </div>
)
