import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/lazy-loading.ts'
import * as authenticatorStyles from '#web/ui/Authenticator.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as textStyles from '#web/ui/text.module.css'
import { parseOtpauth } from './otpauth.ts'

const QrCode = lazy(() => loadChunk(import('./QrCode.tsx')).then(file => ({ default: file.QrCode })))

/** The secret of an authenticator app, from its otpauth URI: to scan, to type, or to open on this device. */
export const TotpKey = ({ uri }: { uri: string }) => {
  const { account, groups } = parseOtpauth(uri)
  return (
    <>
      <p className={textStyles.muted}>
        Scan this with your app, or type the key into it. The account is {account}.
      </p>
      <Suspense fallback={<div className={authenticatorStyles.qrCode} />}>
        <QrCode text={uri} label="QR code of the key below" />
      </Suspense>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <p className={`${authenticatorStyles.key} ${textStyles.number}`}>
          {groups.map((group, at) => (
            // Groups may be equal, so the key includes their position.
            <span key={`${at}-${group}`}>{group} </span>
          ))}
        </p>
        <CopyButton text={groups.join('')} />
      </div>
      <p>
        <a href={uri}>Open in an app on this device</a>
      </p>
    </>
  )
}
