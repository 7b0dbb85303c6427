import type { Bureau } from '#values/bureau.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  bureau: Bureau
  busy: boolean
  /** The reason stands beside it. */
  disabled: boolean
  onPress: () => void
  size?: 'small' | 'normal'
}

/** Saves one letter. Its name says which, since a row has several. */
export const PdfButton = ({ bureau, busy, disabled, onPress, size = 'small' }: Props) => (
  <Button
    variant={size === 'small' ? 'quiet' : 'default'}
    size={size}
    icon="download"
    busy={busy}
    disabled={disabled}
    onClick={onPress}
    aria-label={`Download ${bureau} letter as PDF`}
  >
    PDF
  </Button>
)
