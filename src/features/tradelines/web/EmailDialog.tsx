import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import noteStyles from '#web/ui/Note.module.css'
import textStyles from '#web/ui/text.module.css'
import type { RequestedEmail } from '../contract.ts'
import tradelinesStyles from './tradelines.module.css'

/** The e-mail as it was written. */
export const EmailDialog = ({ email, onClose }: { email: RequestedEmail; onClose: () => void }) => (
  <Dialog title="Email Content" wide onClose={onClose} buttons={<Button onClick={onClose}>Close</Button>}>
    <div className={`${noteStyles.note} ${noteStyles.plain} ${tradelinesStyles.email}`} data-slot="note">
      <pre className={textStyles.preformatted}>{email.emailContent}</pre>
    </div>
  </Dialog>
)
