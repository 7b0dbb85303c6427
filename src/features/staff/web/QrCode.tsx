import encodeQR from 'qr'
import * as authenticatorStyles from '#web/ui/Authenticator.module.css'

/** The quiet zone that readers need, in modules (ISO/IEC 18004 section 6.3.8). */
const BORDER = 4

/** A text as a QR code: dark on light in every theme, as readers expect. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={authenticatorStyles.qrCode}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
