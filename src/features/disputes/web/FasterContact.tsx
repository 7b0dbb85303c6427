import type { Bureau as BureauName } from '#values/bureau.ts'
import { showPhone } from '#values/phone.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import * as wizardStyles from './wizard/wizard.module.css'

type Props = {
  bureau: BureauName
  contact: { web: string; phone: string }
  /** The button's label: "Freeze online". */
  act: string
}

/** A bureau's website and toll-free number, which are faster than a letter. */
export const FasterContact = ({ bureau, contact: { web, phone }, act }: Props) => (
  <li className={`${cardStyles.card} ${wizardStyles.freezeAction}`}>
    <b>
      <Bureau bureau={bureau} />
    </b>
    <a {...buttonLook()} href={web} target="_blank" rel="noreferrer" aria-label={`${act} at ${bureau}`}>
      {act}
      <Icon name="ext" />
    </a>
    <a {...buttonLook()} href={`tel:${phone}`} aria-label={`Call ${bureau}, ${showPhone(phone)}`}>
      <Icon name="phone" />
      {showPhone(phone)}
    </a>
  </li>
)
