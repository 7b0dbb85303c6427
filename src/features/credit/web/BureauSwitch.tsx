import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import styles from './BureauSwitch.module.css'

type BureauSwitchProps = {
  bureaus: readonly BureauName[]
  picked: BureauName
  onPick: (bureau: BureauName) => void
}

/** Which bureau's file is shown; nothing to switch with one bureau. */
export const BureauSwitch = ({ bureaus, picked, onPick }: BureauSwitchProps) =>
  bureaus.length < 2 ? null : (
    <div className={styles.segments} role="group" aria-label="Bureau">
      {bureaus.map(bureau => (
        <button key={bureau} type="button" aria-pressed={bureau === picked} onClick={() => onPick(bureau)}>
          <Bureau bureau={bureau} />
        </button>
      ))}
    </div>
  )
