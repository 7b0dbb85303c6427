import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { RequestedEmail } from '../contract.ts'

/** The e-mail as it was written. */
export const EmailDialog = ({ email, onClose }: { email: RequestedEmail; onClose: () => void }) => (
  <Dialog title="Email Content" wide onClose={onClose} buttons={<Button onClick={onClose}>Close</Button>}>
    <div className="note plain tl-email">
      <pre className="pre">{email.emailContent}</pre>
    </div>
  </Dialog>
)
